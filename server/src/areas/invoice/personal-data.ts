import { definePersonal } from '../../platform/personal/register'

const GROUP = '发票'
const LAW = { fate: 'keep' as const, basis: '《发票管理办法》：已开具的发票存根联保存 5 年；作为会计凭证保管 30 年', until: '入账年度终了后 30 年' }

definePersonal([
  { table: 'invoice', id: 'invoice_id', label: '发票', group: GROUP, order: 80, by: { name: 'title', nameAlone: true }, columns: { title: ['抬头', 'keep'], tax_no: ['税号', 'keep'], papers: ['', 'keep'] }, told: { invoice_no: '发票号码' }, ...LAW },
  { table: 'invoice_apply', id: 'apply_id', label: '开票申请', group: GROUP, order: 81, by: { name: 'title', nameAlone: true }, columns: { title: ['抬头', 'keep'], tax_no: ['税号', 'keep'], head_facts: ['', 'keep'] }, told: { apply_no: '申请编号' }, ...LAW },
  { table: 'invoice_provider_record', id: 'record_id', label: '开票平台记录', group: GROUP, order: 82, by: {}, columns: { facts: ['', 'keep'] }, ...LAW },
  {
    table: 'invoice_head', id: 'head_id', label: '开票信息', group: GROUP, order: 83, by: { name: 'title', mobile: 'receive_mobile', email: 'receive_email' },
    columns: { title: ['抬头', 'name'], tax_no: ['税号', 'null'], bank_account: ['银行账号', 'null'], bank_name: ['开户行', 'null'], reg_address: ['地址', 'null'], reg_phone: ['电话', 'null'], receive_email: ['收票邮箱', 'mark'], receive_mobile: ['收票手机', 'null'], remark: ['备注', 'null'] },
    fate: 'erase',
  },
  { table: 'invoice_send', id: 'send_id', label: '发票发送', group: GROUP, order: 84, by: { contact: 'send_to' }, columns: { send_to: ['收票邮箱', 'mark'] }, fate: 'erase' },
])
