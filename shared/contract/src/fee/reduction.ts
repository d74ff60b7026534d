import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, moneyDate, optionalText, ref, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { openBillLookup } from './lookups'
import { fee } from './permits'

export const reduceType = choice('减免类型', { full: '全额免缴', rate: '按比例', fixed: '定额', defer: '缓缴' })
export const reduceReason = choice('减免原因', {
  disaster: '重大灾害',
  restructuring: '重整或风险警示',
  delisted: '当年退市',
  resolution: '理事会专项决议',
  newMember: '新入会折算',
})
export const decisionBy = choice('审批层级', { office: '秘书长办公会', standing: '常务理事会', council: '理事会' })

/** Most that a level may take off one bill, all that was approved on it together, in 分; null: no ceiling. */
export const REDUCTION_CEILING: Record<keyof typeof decisionBy.labels, number | null> = { office: 2_000_000, standing: 10_000_000, council: null }

const [insert, first, approve] = ['fee:reduction:insert', 'fee:reduction:first', 'fee:reduction:approve'] as const
export const reduceStatus = statusMachine(
  '减免状态',
  {
    draft: ['草稿', 'grey'],
    firstReview: ['待初审', 'amber'],
    returned: ['退回', 'violet'],
    approval: ['待审批', 'blue'],
    approved: ['已批准', 'green'],
    rejected: ['已驳回', 'red'],
    revoked: ['已撤销', 'grey'],
  },
  [
    { from: ['draft', 'returned'], to: 'firstReview', verb: 'submit', label: '提交', permit: insert },
    { from: ['firstReview'], to: 'approval', verb: 'passFirst', label: '初审通过', permit: first, reason: 'optional', separate: true },
    { from: ['firstReview'], to: 'returned', verb: 'sendBack', label: '退回', permit: first, reason: 'required' },
    { from: ['firstReview'], to: 'rejected', verb: 'rejectFirst', label: '初审驳回', permit: first, reason: 'required', danger: true },
    { from: ['approval'], to: 'approved', verb: 'approve', label: '批准', permit: approve, reason: 'optional', separate: ['passFirst'] },
    { from: ['approval'], to: 'rejected', verb: 'reject', label: '驳回', permit: approve, reason: 'required', danger: true },
    { from: ['approved'], to: 'revoked', verb: 'revoke', label: '撤销减免', permit: approve, reason: 'required', danger: true },
  ],
)

/**
 * A request to take something off a bill or to put it off (domain B4). Three people stand behind it: who wrote it, who passed it
 * first and who approved it; and the level of the decision has its ceiling.
 */
export const reduction = resource({
  name: 'reduction',
  label: '会费减免',
  base: '/fee/reduction',
  id: 'reductionId',
  fields: {
    billId: ref('账单', openBillLookup),
    reduceType: choiceField(reduceType),
    /** Percent with up to two decimals, as text; for 按比例. */
    reduceRate: onlyWhen(orEmpty(withMeta(z.string().trim().regex(/^(?!0+(\.0+)?$)\d{1,2}(\.\d{1,2})?$/, '减免比例须大于 0 且小于 100'), { label: '减免比例（%）', decimal: true })), 'reduceType', ['rate'], true),
    /** For 定额; otherwise the server's. */
    reduceAmount: onlyWhen(withMeta(yuanFen('减免金额（元）', 1).nullish(), { label: '减免金额（元）', show: 'yuan' }), 'reduceType', ['fixed'], true),
    deferTo: onlyWhen(orEmpty(moneyDate('缓缴至')), 'reduceType', ['defer'], true),
    reasonType: choiceField(reduceReason),
    decisionBy: choiceField(decisionBy),
    /** A draft may still lack it; what is submitted has it. */
    basis: files('依据文件', { exts: ['pdf', 'jpg', 'png', 'docx'], max: 5 }),
    remark: optionalText('说明', 500),
  },
  more: {
    reduceNo: withMeta(z.string(), { label: '减免编号' }),
    billNo: withMeta(z.string(), { label: '账单编号' }),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    billYear: withMeta(z.number().int(), { label: '年度' }),
    unpaidAmount: withMeta(z.number().int(), { label: '欠缴金额（元）', show: 'yuan' }),
    applicant: withMeta(z.string(), { label: '申请人' }),
    firstReviewer: withMeta(z.string().nullable(), { label: '初审人' }),
    /** Who wrote it and who passed it first; without label, so that no screen shows them. */
    createBy: withMeta(z.string().nullable(), {}),
    firstReviewerId: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    billId: ref('账单', 'duesBill').optional(),
    keyword: optionalText('减免编号、会员编号、名称或代码', 50),
    reduceStatus: withMeta(z.array(reduceStatus.schema), { label: '减免状态' }).optional(),
    reduceType: reduceType.schema.optional(),
    reasonType: reduceReason.schema.optional(),
  },
  view: 'member/ReductionList',
  facts: ['reduceNo', 'memberName', 'billYear', 'reduceType', 'unpaidAmount'],
  told: ['firstReviewer'],
  groups: {
    减免: ['reduceType', 'reduceRate', 'reduceAmount', 'deferTo', 'reasonType', 'decisionBy', 'basis'],
    账单: ['billNo', 'memberNo', 'memberName', 'billYear', 'unpaidAmount'],
  },
  sortable: ['reduceNo', 'updateTime'],
  access: { read: fee('reduction:read'), insert: fee('reduction:insert'), update: fee('reduction:insert'), remove: fee('reduction:insert'), export: fee('reduction:read') },
  status: { field: 'reduceStatus', machine: reduceStatus },
})
