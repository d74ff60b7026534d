import { session } from '@assoc/session'
import type { RowAction } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'

// The dialog comes when it is first asked for.
const StatementDialog = lazy(() => import('./StatementDialog'))

/** Whose account is taken out. */
export interface StatementOf {
  memberId: string
  memberName: string
}

class Asked {
  member: StatementOf | null = null
  constructor() {
    makeAutoObservable(this)
  }
  ask(member: StatementOf | null): void {
    this.member = member
  }
}

/** Which statement is being taken out; each page has its own. */
export const askedStatement = (): Asked => new Asked()

/** The deed on a row, for who may take accounts out. */
export const statementAction = (asked: Asked, { memberId, memberName }: StatementOf): RowAction[] =>
  session().has('fee:statement:read') ? [{ key: 'statement', label: '对账单', onClick: () => asked.ask({ memberId, memberName }) }] : []

/** The dialog beside the list. */
export const StatementHost = observer(function StatementHost({ asked }: { asked: Asked }) {
  const { member } = asked
  if (!member) return null
  return (
    <Suspense fallback={null}>
      <StatementDialog key={member.memberId} member={member} onClose={() => asked.ask(null)} />
    </Suspense>
  )
})
