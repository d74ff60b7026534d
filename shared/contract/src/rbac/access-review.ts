import { z } from 'zod'
import { date, id, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { rbac } from './permits'

export const reviewStatus = statusMachine('状态', { open: ['进行中', 'blue'], signedOff: ['已签署', 'green'] }, [
  { from: ['open'], to: 'signedOff', verb: 'signOff', label: '签署', permit: 'rbac:accessReview:signOff', separate: true },
])

/** What becomes of a role in a review. Taking it back takes the role away at once and is final. */
export const lineDecision = statusMachine('复核结论', { pending: ['待复核', 'amber'], confirmed: ['保留', 'green'], takenBack: ['已收回', 'red'] }, [
  { from: ['pending'], to: 'confirmed', verb: 'confirm', label: '确认保留', permit: 'rbac:accessReview:decide', reason: 'optional' },
  { from: ['pending', 'confirmed'], to: 'takenBack', verb: 'takeBack', label: '收回', permit: 'rbac:accessReview:decide', reason: 'required', danger: true },
])

const read = rbac('accessReview:read')
const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })

/** A review of who holds sensitive permits on a date. */
export const accessReview = resource({
  name: 'accessReview',
  label: '权限复核',
  base: '/user/accessReview',
  id: 'reviewId',
  fields: {
    title: text('复核名称', 60, 2),
    reviewDate: date('复核日期'),
    remark: optionalText('说明', 500),
  },
  more: {
    lineCount: count('复核项'),
    pendingCount: count('待复核'),
    takenBackCount: count('已收回'),
    createdByName: withMeta(z.string().nullable(), { label: '发起人' }),
    createTime: withMeta(z.string(), { label: '发起时间', show: 'instant' }),
    signedByName: withMeta(z.string().nullable(), { label: '签署人' }),
    signedTime: withMeta(z.string().nullable(), { label: '签署时间', show: 'instant' }),
  },
  filters: { keyword: optionalText('关键字', 30), reviewStatus: reviewStatus.schema.optional() },
  view: 'rbac/AccessReview',
  facts: ['reviewDate', 'lineCount', 'pendingCount', 'takenBackCount', 'createdByName'],
  sortable: ['reviewDate', 'title'],
  access: { read, insert: rbac('accessReview:open'), export: read },
  status: { field: 'reviewStatus', machine: reviewStatus },
})

/** One role of one person, as it stood when the review was opened. */
export const accessReviewLine = resource({
  name: 'accessReviewLine',
  label: '复核项',
  base: '/user/accessReviewLine',
  id: 'lineId',
  fields: {},
  more: {
    realName: withMeta(z.string(), { label: '姓名' }),
    loginName: withMeta(z.string(), { label: '登录账号' }),
    deptName: withMeta(z.string().nullable(), { label: '所属部门' }),
    roleName: withMeta(z.string(), { label: '角色' }),
    expiresAt: withMeta(z.string().nullable(), { label: '角色有效期至', show: 'instant' }),
    sensitiveCount: count('敏感权限数'),
    sensitivePermits: withMeta(z.string(), { label: '敏感权限' }),
    decidedByName: withMeta(z.string().nullable(), { label: '复核人' }),
    decidedTime: withMeta(z.string().nullable(), { label: '复核时间', show: 'instant' }),
    decisionReason: withMeta(z.string().nullable(), { label: '复核意见' }),
    reviewId: id(),
    userId: id(),
    reviewStatus: reviewStatus.schema,
  },
  filters: { reviewId: ref('权限复核', 'accessReview').optional(), keyword: optionalText('姓名、账号或角色', 30), decision: lineDecision.schema.optional() },
  facts: ['realName', 'deptName', 'roleName', 'expiresAt', 'sensitiveCount'],
  sortable: ['realName', 'roleName'],
  access: { read, export: read },
  status: { field: 'decision', machine: lineDecision },
})
