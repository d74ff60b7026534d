import { definePersonal } from '../../platform/personal/register'

const GROUP = '短信与邮件'

definePersonal([
  { table: 'message_recipient', id: 'recipient_id', label: '群发接收人', group: GROUP, order: 61, by: { contact: 'target' }, columns: { target: ['号码或邮箱', 'mark'], name: ['姓名', 'name'], facts: ['', 'object'] }, told: { submit_time: '发送时间' }, fate: 'erase' },
  // With the number nothing can be sent to them any more.
  { table: 'opt_out', id: 'opt_out_id', label: '退订名单', group: GROUP, order: 62, by: { contact: 'address' }, columns: { address: ['号码或邮箱', 'keep'] }, told: { opt_out_time: '退订时间' }, fate: 'delete' },
])
