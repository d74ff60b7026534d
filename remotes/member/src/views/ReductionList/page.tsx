import { reduceStatus, reduction } from '@assoc/contract/fee/reduction'
import { yuan } from '@assoc/http'
import { resourcePage } from '@assoc/ui'
import { searchOf } from '../../fee/search'

interface Kind {
  reduceType: string
  reduceRate?: string | null | undefined
  deferTo?: string | null | undefined
}

/** The kind of a request with what it says. */
const typeText = ({ reduceType: kind, reduceRate, deferTo }: Kind): string => {
  if (kind === 'rate') return `按比例 ${reduceRate}%`
  return kind === 'defer' ? `缓缴至 ${deferTo}` : kind === 'full' ? '全额免缴' : '定额'
}

/** Requests to take something off a bill, or to put it off. */
export default resourcePage({
  name: 'member/ReductionList',
  title: '会费减免',
  resource: reduction,
  search: searchOf(reduction, '编号、公司或代码'),
  columns: [
    { field: 'reduceNo', width: 155, sortable: true },
    { field: 'memberName', width: 195 },
    { field: 'reduceStatus', width: 100, tag: reduceStatus },
    { field: 'reduceType', width: 150, render: typeText, text: typeText },
    { field: 'reduceAmount', width: 125, render: (row) => (row.reduceAmount ? yuan(row.reduceAmount) : '—') },
    { field: 'decisionBy', width: 115 },
    { field: 'billYear', width: 75, align: 'left', hidden: true },
    { field: 'reasonType', width: 130, hidden: true },
    { field: 'applicant', width: 90, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  fields: {
    billId: { help: '只能选择待缴或部分缴纳的账单' },
    reduceRate: { help: '按应缴金额计算' },
    reduceAmount: { help: '不超过欠缴金额' },
    deferTo: { help: '须晚于原截止日' },
    basis: { help: '会议纪要、决议或证明，提交前至少一份' },
    decisionBy: { help: '一张账单累计：秘书长办公会最多 2 万元，常务理事会最多 10 万元' },
  },
  detail: ['reduceNo', 'billNo', 'memberNo', 'memberName', 'billYear', 'unpaidAmount', 'reduceType', 'reduceRate', 'reduceAmount', 'deferTo', 'reasonType', 'decisionBy', 'basis', 'reduceStatus', 'applicant', 'firstReviewer', 'remark', 'updateTime'],
  texts: {
    submit: '提交后由会费主管初审。',
    passFirst: '通过后由另一人审批。',
    approve: '批准后立即减少账单的应收净额，或推迟缴费截止日。登记、修改或提交过的人和初审人不能批准。',
    revoke: '撤销后账单恢复减免前的金额或截止日。',
  },
})
