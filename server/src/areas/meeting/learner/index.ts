import { learner as contract, mergeLearners, MOST_REMINDED, remindLearners, selectShortLearners } from '@assoc/contract/meeting/learner'
import type { SqlBool, RawBuilder } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { writeMessage } from '../../message/api'
import { nightly, refreshLearners } from './wanted'
import * as repository from './repository'

const runtime = mountResource(contract, {
  table: 'learner',
  module: 'course',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id', person: 'director_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  deleted: repository.isMerged,
  computed: repository.computed,
  keyword: { where: repository.holding },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.name,
  constraints: { learner_mobile_unique: () => refuse.field('mobile', '该手机号码已有学员') },
  after: {
    insert: async ({ db, platform }, learnerId) => {
      await repository.link(db, learnerId)
      await refreshLearners(platform, db, [learnerId])
    },
    update: async ({ db, platform }, row) => refreshLearners(platform, db, [row.learnerId]),
  },
})

const SCOPE = scopeOf(contract)

const REMINDER = '您本任职周期的后续培训学时尚未修满，请登录平台查看学时缺口与截止日期，并及时参加培训。'

export const learner: ServerModule = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(mergeLearners, async ({ db, input, audit, platform }) => {
      const { learnerId, intoId, version } = input
      if (learnerId === intoId) throw refuse.field('intoId', '不能并入本人')
      const both = await repository.holdBoth(db, [learnerId, intoId])
      const from = both.find((one) => one.learnerId === learnerId)
      const into = both.find((one) => one.learnerId === intoId)
      if (!from || !into || from.mergedInto) throw refuse.notFound()
      if (into.mergedInto) throw refuse.field('intoId', '该学员已并入他人')
      if (from.version !== version) throw refuse.conflict({ ...input, version: from.version })
      const done = await repository.mergeInto(db, learnerId, intoId)
      await refreshLearners(platform, db, [intoId])
      audit({ recordType: 'learner', recordId: learnerId, verb: 'merge', after: { into: into.name, ...done } })
      audit({ recordType: 'learner', recordId: intoId, verb: 'merge', after: { from: from.name, ...done } })
      return done
    }),
    handle(selectShortLearners, async ({ db, principal, input }) => {
      const found = await repository.shortOnes(db, SCOPE(principal, 't') as RawBuilder<SqlBool>, input.roles, input.withinDays, MOST_REMINDED + 1)
      return { count: found.length, content: REMINDER }
    }),
    handle(remindLearners, async (context) => {
      const { db, principal, input, audit } = context
      if (!has(principal, 'message:sms:write')) throw refuse.forbidden('提醒以短信发出，您没有“写短信”的权限')
      const found = await repository.shortOnes(db, SCOPE(principal, 't') as RawBuilder<SqlBool>, input.roles, input.withinDays, MOST_REMINDED + 1)
      if (found.length === 0) throw refuse.inUse('没有符合条件的学员')
      if (found.length > MOST_REMINDED) throw refuse.inUse(`一次最多提醒 ${MOST_REMINDED} 人，请缩小范围`)
      const messageId = await writeMessage('sms', context as unknown as Action, { msgKind: 'notice', content: input.content, audience: { contacts: null, chosen: null, extra: found.map(({ mobile }) => mobile) } as never, send: input.send })
      audit({ recordType: 'smsMessage', recordId: messageId, verb: 'remind', after: { learners: found.length } })
      return { messageId, count: found.length }
    }),
  ],
}

// After midnight in Shanghai, which is 16:00 UTC.
defineJob('course:learners', (_payload, platform) => nightly(platform), '20 16 * * *')
