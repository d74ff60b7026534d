import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { fallback } from '../core/field-rules'
import { choice, choiceField, date, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { isCreditCode, mobile, orEmpty } from '../rules/identifiers'
import { paperSlots, papers } from './data-item'
import { categoryLookup, openCategoryLookup } from './lookups'
import { member } from './permits'
import { postType } from './posts'
import { totalShares } from './total-shares'

const [insert, first, second, approve] = ['member:apply:insert', 'member:apply:first', 'member:apply:second', 'member:apply:approve'] as const
/** Letters that an opinion needs where an application is sent back or refused. */
export const OPINION_LETTERS = 5

/** How the mobile of an applicant was verified; needed before the first review passes. */
export const verifyWay = choice('手机核实', { sms: '短信验证码', call: '电话核实' }, { sms: 'green', call: 'blue' })
/** Six digits that the applicant reads out. */
const verifyCode = () => withMeta(z.string().trim().regex(/^\d{6}$/, '验证码为 6 位数字'), { label: '验证码' })

/** The first review verifies the mobile where that was not done before. */
export const verifyInput = {
  verifyBy: choiceField(verifyWay, '申请人手机核实').nullish(),
  verifyCode: onlyWhen(verifyCode().nullish(), 'verifyBy', ['sms'], true),
}

export const representativeBy = choice('会员代表', { applicant: '申请人本人', other: '其他人' })
const ofOther = <S extends z.ZodType>(schema: S) => onlyWhen(schema, 'representativeBy', ['other'], true)
/** What the meeting has decided, and who represents the member: nobody is a member in good standing without (ADR 53). */
export const approvalInput = {
  approveMeeting: text('审议会议', 100),
  approveDate: date('批准日期'),
  representativeBy: fallback(choiceField(representativeBy), () => 'applicant'),
  representativeName: ofOther(text('会员代表姓名', 32).nullish()),
  representativeMobile: ofOther(personal(mobile('会员代表手机').nullish(), 'mobile')),
  representativePost: ofOther(choiceField(postType, '会员代表职务').nullish()),
}

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
    { from: ['firstReview'], to: 'secondReview', verb: 'passFirst', label: '初审通过', permit: first, reason: 'required', reasonLabel: '审核意见', input: verifyInput },
    { from: ['secondReview'], to: 'approval', verb: 'passSecond', label: '复审通过', permit: second, reason: 'required', reasonLabel: '审核意见', separate: ['passFirst'] },
    { from: ['firstReview'], to: 'returned', verb: 'returnFirst', label: '初审退回', permit: first, reason: 'required' },
    { from: ['secondReview'], to: 'returned', verb: 'returnSecond', label: '复审退回', permit: second, reason: 'required', separate: ['passFirst'] },
    { from: ['firstReview'], to: 'rejected', verb: 'rejectFirst', label: '初审驳回', permit: first, reason: 'required', danger: true },
    { from: ['secondReview'], to: 'rejected', verb: 'rejectSecond', label: '复审驳回', permit: second, reason: 'required', danger: true, separate: ['passFirst'] },
    { from: ['approval'], to: 'approved', verb: 'approve', label: '批准入会', permit: approve, separate: ['passFirst', 'passSecond'], input: approvalInput },
    { from: ['approval'], to: 'rejected', verb: 'reject', label: '不予批准', permit: approve, reason: 'required', danger: true },
    { from: ['firstReview', 'returned'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: insert, reason: 'optional' },
  ],
)

/** An application for membership. Approving it makes the member and its first bill in one transaction. */
export const joinApply = resource({
  name: 'joinApply',
  label: '入会申请',
  base: '/member/joinApply',
  id: 'applyId',
  fields: {
    companyName: text('申请单位', 100, 4),
    creditCode: withMeta(z.string().trim().toUpperCase().refine(isCreditCode, '统一社会信用代码不正确'), { label: '统一社会信用代码' }),
    applyCategoryId: withMeta(ref('申请类别', openCategoryLookup), { carried: ['categoryName'] }),
    /** Of a company that the register knows without it, or not yet: the first bill goes by it. */
    totalShares: orEmpty(totalShares),
    applicantName: text('申请人姓名', 32),
    applicantMobile: personal(mobile('申请人手机'), 'mobile'),
    /** 入会申请书、会员登记表、营业执照、承诺书 and what else the data items ask for; by item, and all together. */
    materialSlots: paperSlots('分项材料'),
    materials: papers('申请材料'),
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
    /** What each reviewer said last, and why an application was refused. */
    firstOpinion: withMeta(z.string().nullable(), { label: '初审意见', show: 'longText' }),
    secondOpinion: withMeta(z.string().nullable(), { label: '复审意见', show: 'longText' }),
    rejectReason: withMeta(z.string().nullable(), { label: '驳回原因', show: 'longText' }),
    memberNo: withMeta(z.string().nullable(), { label: '会员编号' }),
    verifyWay: choiceField(verifyWay).nullable(),
    verifiedBy: withMeta(z.string().nullable(), { label: '核实人' }),
    verifiedTime: withMeta(z.string().nullable(), { label: '核实时间', show: 'instant' }),
    /** Who may review it second follows from both; people read the names. */
    createBy: z.string().nullable(),
    firstReviewerId: z.string().nullable(),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('申请编号、单位或信用代码', 50),
    applyStatus: withMeta(z.array(applyStatus.schema), { label: '申请状态' }).optional(),
    /** Of the page of a category. */
    applyCategoryId: ref('申请类别', categoryLookup).optional(),
    updateTimeFrom: date('更新日期起').optional(),
    updateTimeTo: date('更新日期止').optional(),
  },
  view: 'member/JoinAudit',
  facts: ['applyNo', 'categoryName', 'creditCode', 'applicantName'],
  told: ['firstReviewer', 'firstOpinion', 'secondReviewer', 'secondOpinion', 'rejectReason'],
  groups: {
    申请单位: ['companyName', 'creditCode', 'categoryName', 'totalShares'],
    申请人: ['applicantName', 'applicantMobile', 'verifyWay', 'verifiedBy', 'verifiedTime'],
    批准: ['approveMeeting', 'approveDate', 'memberNo'],
  },
  sortable: ['applyNo', 'updateTime'],
  access: { read: member('apply:read'), insert: member('apply:insert'), update: member('apply:insert'), remove: member('apply:insert'), export: member('apply:read') },
  status: { field: 'applyStatus', machine: applyStatus },
})


const verifying = { access: member('apply:insert'), write: true } as const
const verified = z.object({ verifyWay: choiceField(verifyWay) })

/** Sends six digits to the applicant's mobile, which they read out to who asks. */
export const sendApplicantCode = call({
  // Whoever writes applications down or reviews them first; the server asks for one of the two.
  access: member('apply:read'),
  write: true,
  path: '/member/joinApply/sendApplicantCode',
  title: '发送申请人验证码',
  request: body({ applyId: ref('入会申请', 'joinApply') }),
  response: z.object({ resendAfterSeconds: z.number().int() }),
})

/** Uses the digits up; a wrong try counts, after five the code is void. */
export const verifyApplicant = call({
  ...verifying,
  path: '/member/joinApply/verifyApplicant',
  title: '核实申请人手机',
  request: body({ applyId: ref('入会申请', 'joinApply'), code: verifyCode() }),
  response: verified,
})

/** Notes that somebody has called the applicant, under their own name. */
export const noteApplicantCalled = call({
  ...verifying,
  path: '/member/joinApply/noteApplicantCalled',
  title: '标记申请人已电话核实',
  request: body({ applyId: ref('入会申请', 'joinApply') }),
  response: verified,
})
