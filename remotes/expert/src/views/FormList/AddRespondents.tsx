import { addFormRespondents, type formRound } from '@assoc/contract/form/round'
import { FormDrawer, type PageDialog, type RowOfResource } from '@assoc/ui'


/** Respondents who should have been among those of a round that has begun. */
export function AddRespondents({ row, onClose, onDone }: PageDialog<RowOfResource<typeof formRound>>) {
  return (
    <FormDrawer
      open
      title={`补发：${row.roundName}`}
      call={addFormRespondents}
      hidden={{ roundId: row.roundId, userIds: [] }}
      fields={[{ name: 'companyIds', kind: 'ref' }, { name: 'reason', kind: 'text' }]}
      initial={{ companyIds: [] }}
      onClose={onClose}
      onDone={() => onDone('已补发，填报人在待填问卷中可以看到')}
    />
  )
}
