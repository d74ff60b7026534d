import { channel } from '@assoc/contract/message/kinds'
import { optOut, optOutSource } from '@assoc/contract/message/opt-out'
import { resourcePage } from '@assoc/ui'

/** Numbers and addresses that want no promotion any more, and those that mail never reaches. */
export default resourcePage({
  name: 'member/OptOutList',
  title: '退订名单',
  resource: optOut,
  columns: [
    { field: 'channel', width: 90, tag: channel },
    { field: 'mobile', width: 140 },
    { field: 'email', width: 200 },
    { field: 'source', width: 130, tag: optOutSource },
    { field: 'optOutTime', width: 170, sortable: true },
    { field: 'remark', width: 240 },
  ],
  fields: { address: { placeholder: '完整的手机号码或邮箱', help: '商业推广不再发送；会费、会议等通知不受影响' }, remark: { span: 2 } },
  initial: { channel: 'sms' },
  nameOf: (row) => row.mobile ?? row.email ?? '退订记录',
  detail: ['channel', 'mobile', 'email', 'source', 'optOutTime', 'remark'],
  texts: { delete: '移出后可能再次收到商业推广，请确认已取得本人同意；因多次退信列入的邮箱，移出后重新计数。此操作会记入日志。' },
})
