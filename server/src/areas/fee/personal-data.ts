import { definePersonal, definePersonalBlock } from '../../platform/personal/register'
import { openMoney } from './personal-data.repository'

const GROUP = '会费'
const BOOKS = '《会计档案管理办法》：会计凭证、账簿保管 30 年'
const BANK = '《会计档案管理办法》：银行对账单保管 10 年'

// What bears a name alone is counted by it: money that a namesake has paid is kept as well.
definePersonal([
  { table: 'payment', id: 'payment_id', label: '缴费记录', group: GROUP, order: 70, by: { name: 'payer_name', nameAlone: true }, columns: { payer_name: ['付款人', 'keep'], remark: ['备注', 'keep'] }, told: { pay_no: '缴费编号', pay_date: '日期' }, fate: 'keep', basis: BOOKS, until: '入账年度终了后 30 年' },
  { table: 'bank_line', id: 'line_id', label: '银行流水', group: GROUP, order: 71, by: { name: 'payer_name', nameAlone: true }, columns: { account: ['', 'keep'], payer_name: ['付款人', 'keep'], purpose: ['用途', 'keep'] }, told: { trade_time: '时间' }, fate: 'keep', basis: BANK, until: '入账年度终了后 10 年' },
  { table: 'suspense_item', id: 'suspense_id', label: '待认领款项', group: GROUP, order: 72, by: { name: 'payer_name', nameAlone: true }, columns: { payer_name: ['付款人', 'keep'] }, told: { trade_time: '时间' }, fate: 'keep', basis: BANK, until: '入账年度终了后 10 年' },
  { table: 'bank_batch_line', id: 'serial_no', label: '流水导入明细', group: GROUP, order: 73, by: { name: 'payer_name', nameAlone: true }, columns: { account: ['', 'keep'], payer_name: ['付款人', 'keep'], purpose: ['用途', 'keep'] }, fate: 'keep', basis: BANK, until: '入账年度终了后 10 年' },
  {
    table: 'balance_request', id: 'request_id', label: '退款申请', group: GROUP, order: 74, by: { name: 'payee_name', nameAlone: true },
    columns: { payee_name: ['收款人', 'keep'], payee_bank: ['开户行', 'keep'], payee_account: ['收款账号', 'keep'], payee_account_sealed: ['', 'keep'], payee_account_print: ['', 'keep'], reason: ['原因', 'keep'] },
    told: { request_no: '申请编号' }, fate: 'keep', basis: BOOKS, until: '入账年度终了后 30 年',
  },
  { table: 'letter', id: 'letter_id', label: '会费函件', group: GROUP, order: 75, by: {}, columns: { said: ['', 'keep'], title: ['标题', 'keep'] }, fate: 'keep', basis: BOOKS, until: '入账年度终了后 30 年' },
  { table: 'balance_entry', id: 'entry_id', label: '余额流水', group: GROUP, order: 76, by: {}, columns: { reason: ['原因', 'keep'] }, fate: 'keep', basis: BOOKS, until: '入账年度终了后 30 年' },
  { table: 'payment_allocation', id: 'allocation_id', label: '缴费核销', group: GROUP, order: 77, by: {}, columns: {}, fate: 'keep', basis: BOOKS, until: '入账年度终了后 30 年' },
])

definePersonalBlock(openMoney)
