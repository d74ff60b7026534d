import { countMembers } from '@assoc/contract/member/home'
import { CASE_VERBS, deletedMember, findMembers, memberResource, memberStatus, restoreMember, suspendInput } from '@assoc/contract/member/member'
import { handleNumber } from '../../../platform/workspace/numbers'
import { defineTodos } from '../../../platform/workspace/todos'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber } from '../../../platform/numbers/numbers'
import type { Action } from '../../../platform/resource/definition'
import { insertFields } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { givenTo } from '../../../platform/resource/step-input'
import { defineJob } from '../../../platform/jobs/worker'
import { findable } from '../../../platform/search/palette'
import { waitingIn } from '../../../platform/resource/todos'
import { keepCalendar } from './calendar'
import { overdueAmount } from './arrears.repository'
import { emitMembershipEnded, emitMemberJoined, validateDeleting, validatePlacing } from './hooks'
import { membersNamed } from './named.repository'
import * as repository from './repository'
import { requireCompany, requirePerson, requireRepresentative, validateJoinDate, validateParty, validatePeople, stands, takePlace } from './rules'
import { demoIndividuals, demoMembers, memberMenu } from './seed'
import * as service from './service'

const NUMBER_WIDTH = 5

const runtime = mountResource(memberResource, {
  table: 'member',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  softDelete: 'deleted',
  deleted: repository.isDeleted,
  computed: { ...repository.computed, overdueAmount },
  keyword: { where: repository.found },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.memberName}（${row.memberNo}）`,
  named: membersNamed,
  constraints: {
    member_standing_unique: () => refuse.field('companyId', '该公司已有在籍的会员'),
    member_person_standing_unique: () => refuse.field('personId', '该人员已有在籍的个人会籍'),
    member_cert_unique: () => refuse.field('certNo', '该会员证书编号已被使用'),
  },
  may: (_who, row, verb) => {
    if (verb === 'delete') return row.memberStatus === 'normal' || '只能删除正常的会员；暂停权利的请先恢复，已终止的会籍保留为记录'
    return !CASE_VERBS.some((one) => one === verb) || '会籍的终止请在“退会与除名”中办理'
  },
  before: {
    insert: async ({ db, principal }, fields) => {
      validateJoinDate(fields.joinDate)
      const individual = fields.memberKind === 'person'
      if (individual) await requirePerson(db, String(fields.personId))
      else await requireCompany(db, String(fields.companyId))
      await validatePeople(db, String(fields.companyId), fields)
      await takePlace(db, fields.categoryId, null)
      await validatePlacing(db, { categoryId: fields.categoryId, individual, field: 'categoryId' })
      fields.deptId ??= principal.deptId
      fields.memberNo = await nextNumber(db, 'M', fields.joinDate.slice(0, 4), NUMBER_WIDTH)
    },
    update: async ({ db }, row, fields) => {
      validateParty(row, fields)
      validateJoinDate(fields.joinDate)
      await validatePeople(db, String(row.companyId), fields, row)
      const moves = fields.categoryId !== undefined && fields.categoryId !== row.categoryId
      if (moves && stands(row.memberStatus)) await takePlace(db, String(fields.categoryId), row.memberId)
      if (moves) await validatePlacing(db, { categoryId: String(fields.categoryId), individual: row.memberKind === 'person', field: 'categoryId' })
      fields.deptId ??= row.deptId
    },
    change: (_action, row, step) => {
      if (step.verb === 'resume') requireRepresentative(row)
    },
    remove: async ({ db }, row) => {
      const memberId = row.memberId
      await repository.lockMember(db, memberId)
      await validateDeleting(db, memberId)
    },
  },
  after: {
    insert: (action, memberId, fields) =>
      emitMemberJoined(action, { memberId, companyId: fields.companyId ?? null, categoryId: fields.categoryId, joinDate: fields.joinDate }),
    change: async (action, row, step, _reason, input) => {
      if (step.verb === 'suspend') await repository.noteSuspension(action.db, row.memberId, givenTo(suspendInput, input).suspendUntil || null, null)
      if (step.from.includes('suspended')) await repository.noteSuspension(action.db, row.memberId, null, null)
      if (!stands(step.to)) await emitMembershipEnded(action, { memberId: row.memberId, how: memberStatus.labels[step.to as 'left'] })
    },
    remove: async ({ db, principal }, row) => void (await repository.noteDeleted(db, row.memberId, principal.userId)),
  },
})

findable(runtime.runtime, { group: '会员', order: 2, label: 'memberName', hint: ['memberNo', 'stockCode', 'categoryName'] })

defineTodos({
  permits: ['member:member:update'],
  count: async (db, principal) => [await waitingIn(db, runtime.runtime, principal, '缺会员代表或联络员的会员', { filters: { missing: 'any' } }, 'member/MemberList', { missing: 'any' })],
})

// Once a night, at 01:20 in Shanghai.
defineJob('member:calendar', async (_payload, platform) => void (await keepCalendar(platform, runtime.runtime)), '20 17 * * *')

/** Makes a company a member with all its rules and what follows from it; answers its id. For actions of other parts that end in a membership. */
export const makeMember = (action: Action, fields: { companyId: string; categoryId: string; joinDate: string; deptId: string | null; representativeId: string; remark: string | null }): Promise<string> =>
  insertFields(runtime.runtime, action, { ...fields, memberKind: 'company', founderFlag: false })

export const membership = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(findMembers, (action) => service.findMembers(runtime.runtime, action)),
    handleNumber(countMembers, (action) => service.countMembers(runtime.runtime, action)),
  ],
  seeds: [memberMenu, demoMembers, demoIndividuals],
}

const bin = mountResource(deletedMember, {
  table: 'member',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  deleted: repository.isKept,
  computed: { ...repository.computed, deletedBy: repository.deletedBy },
  keyword: { where: repository.found },
  filters: repository.binFilters,
  order: { field: 'deleteTime', direction: 'desc' },
})

export const deletedMembers = { ...bin, bindings: [...bin.bindings, handle(restoreMember, service.restoreMember)] }
