import { session } from '@assoc/session'
import type { PageDialog, RowAction } from '@assoc/ui'
import { lazy } from 'react'

// The dialog comes when it is first asked for.
const StatementDialog = lazy(() => import('./StatementDialog'))

/** Whose account is taken out. */
export interface StatementOf {
  memberId: string
  memberName: string
}

/** The action on a row, for who may take accounts out; `open` shows the page's `statement` dialog. */
export const statementAction = (open: () => void): RowAction[] => (session().has('fee:statement:read') ? [{ key: 'statement', label: '对账单', onClick: open }] : [])

/** The dialog, for the `dialogs` of a page of members. */
export const Statement = ({ row, onClose }: PageDialog<StatementOf>) => <StatementDialog member={row} onClose={onClose} />
