import { countMembers } from '@assoc/contract/member/home'
import { CASE_VERBS, deletedMember, findMembers, memberResource, restoreMember } from '@assoc/contract/member/member'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber } from '../../../platform/numbers/numbers'
import type { Deed } from '../../../platform/resource/definition'
import { insertFields } from '../../../platform/resource/deeds'
import { mountResource } from '../../../platform/resource/mount'
import { followJoined, judgeDeleting } from './follow'
import * as repository from './repository'
import { judgeJoinDate, judgePeople, stands, takePlace } from './rules'
import { demoMembers, memberMenu } from './seed'
import * as service from './service'

const NUMBER_WIDTH = 5

const mounted = mountResource(memberResource, {
  table: 'member',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  softDelete: 'deleted',
  gone: repository.isDeleted,
  computed: repository.computed,
  keyword: { where: (keyword) => repository.holding(keyword) },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${String(row['memberName'])}（${String(row['memberNo'])}）`,
  constraints: {
    member_standing_unique: () => refuse.field('companyId', '该公司已有在籍的会员'),
    member_cert_unique: () => refuse.field('certNo', '该会员证书编号已被使用'),
  },
  may: (_who, _row, verb) => !CASE_VERBS.includes(verb) || '会籍的终止请在“退会与除名”中办理',
  before: {
    insert: async ({ db, who }, fields) => {
      judgeJoinDate(fields['joinDate'])
      await judgePeople(db, String(fields['companyId']), fields)
      await takePlace(db, String(fields['categoryId']), null)
      fields['deptId'] ??= who.deptId
      fields['memberNo'] = await nextNumber(db, 'M', String(fields['joinDate']).slice(0, 4), NUMBER_WIDTH)
    },
    update: async ({ db }, row, fields) => {
      if (fields['companyId'] !== undefined && fields['companyId'] !== row['companyId']) throw refuse.field('companyId', '会员的所属公司不能修改')
      judgeJoinDate(fields['joinDate'])
      await judgePeople(db, String(row['companyId']), fields, row)
      const moves = fields['categoryId'] !== undefined && fields['categoryId'] !== row['categoryId']
      if (moves && stands(row['memberStatus'])) await takePlace(db, String(fields['categoryId']), String(row['memberId']))
      fields['deptId'] ??= row['deptId']
    },
    remove: async ({ db }, row) => {
      const memberId = String(row['memberId'])
      await repository.lockMember(db, memberId)
      await judgeDeleting(db, memberId)
    },
  },
  after: {
    insert: (deed, memberId, fields) =>
      followJoined(deed, { memberId, companyId: String(fields['companyId']), categoryId: String(fields['categoryId']), joinDate: String(fields['joinDate']) }),
    remove: async ({ db, who }, row) => void (await repository.noteDeleted(db, String(row['memberId']), who.userId)),
  },
})

/** Makes a member with all its rules and what follows from it; answers its id. For deeds of other parts that end in a membership. */
export const makeMember = (deed: Deed, fields: { companyId: string; categoryId: string; joinDate: string; deptId: string | null; remark: string | null }): Promise<string> =>
  insertFields(mounted.mounted, deed, { ...fields, founderFlag: false })

export const membership = {
  ...mounted,
  bindings: [
    ...mounted.bindings,
    handle(findMembers, (deed) => service.findMembers(mounted.mounted, deed)),
    handle(countMembers, (deed) => service.countMembers(mounted.mounted, deed)),
  ],
  seeds: [memberMenu, demoMembers],
}

const bin = mountResource(deletedMember, {
  table: 'member',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  gone: repository.isKept,
  computed: { ...repository.computed, deletedBy: repository.deletedBy },
  keyword: { where: (keyword) => repository.holding(keyword) },
  filters: repository.binFilters,
  order: { field: 'deleteTime', direction: 'desc' },
})

export const deletedMembers = { ...bin, bindings: [...bin.bindings, handle(restoreMember, service.restoreMember)] }
