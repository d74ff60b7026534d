import { z } from 'zod'
import { date, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { isCreditCode, mobile, orEmpty } from '../rules/identifiers'
import { member } from './permits'

const [insert, first, second, approve] = ['member:apply:insert', 'member:apply:first', 'member:apply:second', 'member:apply:approve']
/** First review, second review by another person, approval at a meeting of the council (domain A4). */
export const applyStatus = statusMachine(
  '申请状态',
  {
    draft: ['草稿', 'grey'],
    firstReview: ['待初审', 'amber'],
    returned: ['退回补正', 'violet'],
    secondReview: ['待复审', 'blue'],
    approval: ['待批准', 'teal'],
    approved: ['已批准', 'green'],
    rejected: ['已驳回', 'red'],
    withdrawn: ['已撤回', 'grey'],
  },
  [
    { from: ['draft', 'returned'], to: 'firstReview', verb: 'submit', label: '提交', permit: insert },
    { from: ['firstReview'], to: 'secondReview', verb: 'passFirst', label: '初审通过', permit: first, reason: 'optional' },
    { from: ['secondReview'], to: 'approval', verb: 'passSecond', label: '复审通过', permit: second, reason: 'optional' },
    { from: ['firstReview'], to: 'returned', verb: 'returnFirst', label: '初审退回', permit: first, reason: 'required' },
    { from: ['secondReview'], to: 'returned', verb: 'returnSecond', label: '复审退回', permit: second, reason: 'required' },
    { from: ['firstReview'], to: 'rejected', verb: 'rejectFirst', label: '初审驳回', permit: first, reason: 'required', danger: true },
    { from: ['secondReview'], to: 'rejected', verb: 'rejectSecond', label: '复审驳回', permit: second, reason: 'required', danger: true },
    { from: ['approval'], to: 'rejected', verb: 'reject', label: '不予批准', permit: approve, reason: 'required', danger: true },
    { from: ['approval'], to: 'approved', verb: 'approve', label: '批准入会', permit: approve },
    { from: ['firstReview', 'returned'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: insert, reason: 'optional' },
  ],
)
/** Letters that an opinion needs where an application is sent back or refused. */
export const OPINION_LETTERS = 5

/** An application for membership. Approving it makes the member and its first bill in one transaction. */
export const joinApply = resource({
  name: 'joinApply',
  label: '入会申请',
  base: '/member/joinApply',
  id: 'applyId',
  fields: {
    companyName: text('申请单位', 100, 4),
    creditCode: withMeta(z.string().trim().toUpperCase().refine(isCreditCode, '统一社会信用代码不正确'), { label: '统一社会信用代码' }),
    applyCategoryId: ref('申请类别', 'memberCategory'),
    applicantName: text('申请人姓名', 32),
    applicantMobile: personal(mobile('申请人手机'), 'mobile'),
    /** 入会申请书、会员登记表、营业执照、承诺书. */
    materials: files('申请材料', { max: 10 }).optional(),
    /** Both are needed before the approval, not before. */
    approveMeeting: optionalText('审议会议', 100),
    approveDate: orEmpty(date('批准日期')),
    remark: optionalText('备注', 500),
  },
  more: {
    applyNo: withMeta(z.string(), { label: '申请编号' }),
    categoryName: withMeta(z.string(), { label: '申请类别' }),
    firstReviewer: withMeta(z.string().nullable(), { label: '初审人' }),
    secondReviewer: withMeta(z.string().nullable(), { label: '复审人' }),
    memberNo: withMeta(z.string().nullable(), { label: '会员编号' }),
    /** Who may review it second follows from both; people read the names. */
    createBy: z.string().nullable(),
    firstReviewerId: z.string().nullable(),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('申请编号、单位或信用代码', 50),
    applyStatus: withMeta(z.array(applyStatus.schema), { label: '申请状态' }).optional(),
    updateTimeFrom: date('更新日期起').optional(),
    updateTimeTo: date('更新日期止').optional(),
  },
  sortable: ['applyNo', 'updateTime'],
  access: { read: member('apply:read'), insert: member('apply:insert'), update: member('apply:insert'), remove: member('apply:insert'), export: member('apply:read') },
  status: { field: 'applyStatus', machine: applyStatus },
})

