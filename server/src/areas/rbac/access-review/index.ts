import { CODE } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { accessReview as reviewContract, accessReviewLine as lineContract } from '@assoc/contract/rbac/access-review'
import { Refusal, refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { changeRights } from '../role/guard'
import { removeUserRole } from '../rights/holders.repository'
import * as repository from './repository'
import { accessReviewSeed, demoReview, signedByOthers } from './seed'
import './due'
import './tables'

const SELF = '本人不能复核自己的权限，请由他人复核'
const SIGNED = '该次复核已签署，结论不能再修改'

const runtime = mountResource(reviewContract, {
  table: 'access_review',
  computed: repository.reviewComputed,
  keyword: { columns: ['title'], grams: true },
  order: { field: 'reviewDate', direction: 'desc' },
  createdBy: 'create_by',
  // What is signed are the decisions of those who decided on its lines.
  actedBy: repository.deciders,
  constraints: { access_review_date_unique: () => refuse.field('reviewDate', '该日期已发起过权限复核') },
  handover: { label: '进行中的权限复核', order: 80, open: ['open'], name: 'title' },
  todos: [{ label: '待签署的权限复核', status: 'open', permit: 'rbac:accessReview:signOff' }],
  nameOf: (row) => row.title,
  before: {
    insert: (_action, fields) => {
      if (fields.reviewDate > today()) throw refuse.field('reviewDate', '复核日期不能晚于今天')
    },
    change: async ({ db, principal }, row) => {
      const reviewId = row.reviewId
      if ((await repository.lockReview(db, reviewId, 'sign')) !== 'open') throw refuse.badTransition()
      const pending = await repository.pendingOf(db, reviewId)
      if (pending > 0) throw new Refusal(CODE.badTransition, `还有 ${pending} 项待复核，全部有结论后才能签署`)
      await repository.stampSignature(db, reviewId, principal.userId)
    },
  },
  after: {
    insert: async ({ db }, reviewId) => {
      if ((await repository.seedLines(db, reviewId)) === 0) throw refuse.field('title', '目前没有人持有敏感权限，无需复核')
    },
  },
})

export const accessReview = { ...runtime, seeds: [accessReviewSeed, signedByOthers, demoReview] }

export const accessReviewLine = mountResource(lineContract, {
  // No data scope: a review is about everybody, and who may read it, such as the auditor, has no scope over people.
  table: 'access_review_line',
  computed: repository.lineComputed,
  keyword: { columns: ['real_name', 'login_name', 'role_name'], grams: true },
  order: { field: 'realName', direction: 'asc' },
  nameOf: (row) => `${row.realName} · ${row.roleName}`,
  constraints: { access_review_line_other: () => refuse.forbidden(SELF) },
  may: (principal, row) => (row.userId === principal.userId ? SELF : row.reviewStatus === 'open' || SIGNED),
  before: {
    change: async ({ db }, row) => {
      if ((await repository.lockReview(db, row.reviewId, 'decide')) !== 'open') throw refuse.badTransition()
    },
  },
  after: {
    change: async ({ db, principal, input, audit, platform }, row, step) => {
      const lineId = row.lineId
      const { reason = null } = input as { reason?: string | null }
      await repository.stampDecision(db, lineId, principal.userId, reason)
      if (step.verb !== 'takeBack') return
      const line = await repository.roleOfLine(db, lineId)
      if (!line) throw refuse.notFound()
      const touched = { users: [line.user_id] }
      const removed = await changeRights(db, { principal, touched, giving: '授予', taking: '收回其角色' }, () => removeUserRole(db, line.user_id, line.role_id))
      // Somebody may have taken it away by hand since the review was opened.
      if (removed) audit({ recordType: 'user', recordId: line.user_id, verb: 'assignRole', reason, before: { roles: [line.role_name] }, after: { roles: [] } })
      await platform.revocations.announce(db, { kind: 'user', id: line.user_id })
    },
  },
})
