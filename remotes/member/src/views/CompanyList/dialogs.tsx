import type { companyResource } from '@assoc/contract/member/company'
import { session } from '@assoc/session'
import { AppModal, Button, Typography, type PageDialog, type RowAction, type RowOfResource } from '@assoc/ui'
import { lazy } from 'react'
import { mayReshape, reshapeActions as actionsOf, type ReshapeKind } from '../../company/reshape/kinds'

type Props = PageDialog<RowOfResource<typeof companyResource>>

// Seldom done: its code comes when it is.
const Reshape = lazy(() => import(/* webpackChunkName: "Reshape" */ '../../company/reshape/Reshape'))
const reshape = (kind: ReshapeKind) =>
  function ReshapeDialog({ row: { companyId }, onClose, onChanged }: Props) {
    return <Reshape kind={kind} companyId={companyId} onClose={onClose} onDone={onChanged} />
  }

/** 更名、合并、分立 and the history of a company. */
export const reshapeDialogs = { rename: reshape('rename'), merge: reshape('merge'), split: reshape('split'), history: reshape('history') }

export const reshapeActions = (open: (kind: ReshapeKind) => void): RowAction[] => actionsOf(session(), open)

/** A company that others refer to is not deleted; whoever may merge companies is led there. */
export function InUse({ row: company, refusal, show, onClose }: Props) {
  return (
    <AppModal
      open
      title={`不能删除：${company.shortName}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>知道了</Button>
          {mayReshape(session()) ? (
            <Button type="primary" onClick={() => show('merge')}>
              合并到其他公司
            </Button>
          ) : null}
        </>
      }
    >
      <Typography.Text>{refusal}</Typography.Text>
    </AppModal>
  )
}
