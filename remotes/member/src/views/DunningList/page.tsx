import { dunning } from '@assoc/contract/member/arrears'
import { resourcePage } from '@assoc/ui/data'
import { memberField } from '../../lib/pickers'

/** Reminders of what is owed. */
export default resourcePage({
  name: 'member/DunningList',
  title: '催缴记录',
  resource: dunning,
  columns: [
    { field: 'memberName', width: 200 },
    { field: 'memberNo', width: 115 },
    { field: 'dunningTime', width: 150, sortable: true },
    { field: 'dunningWay', width: 90 },
    { field: 'dunningNote', width: 230 },
    { field: 'unpaidTotal', width: 130 },
    { field: 'operator', width: 90 },
  ],
  fields: { memberId: memberField, dunningNote: { span: 2, placeholder: '何人、何时、如何答复' } },
  initial: { dunningWay: 'phone' },
})
