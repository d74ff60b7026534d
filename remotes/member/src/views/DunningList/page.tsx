import { dunning } from '@assoc/contract/member/arrears'
import { resourcePage } from '@assoc/ui/data'
import { memberField } from '../../lib/pickers'

/** Reminders of what is owed. */
export default resourcePage({
  name: 'member/DunningList',
  title: '催缴记录',
  resource: dunning,
  columns: [
    { field: 'memberName', width: 240 },
    { field: 'memberNo', width: 125 },
    { field: 'dunningWay', width: 100 },
    { field: 'dunningNote', width: 260 },
    { field: 'unpaidTotal', width: 130 },
    { field: 'operator', width: 100 },
    { field: 'dunningTime', width: 155, sortable: true },
  ],
  fields: { memberId: memberField, dunningNote: { span: 2, placeholder: '何人、何时、如何答复' } },
  initial: { dunningWay: 'phone' },
})
