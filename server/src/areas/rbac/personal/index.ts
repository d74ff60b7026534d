import { masked, viewLink } from '@assoc/contract'
import * as calls from '@assoc/contract/rbac/personal'
import { holdersOf } from '../../../platform/access/load-principal'
import { iso, type Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { notify } from '../../../platform/notifications/notify'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { personOf, previewErasure } from '../../../platform/personal/erase'
import { beginExport } from '../../../platform/personal/export'
import { nameOfRecord, recordsBy } from '../../../platform/personal/person.repository'
import { personalRecords, recordTable } from '../../../platform/personal/register'
import { mountResource } from '../../../platform/resource/mount'
import { givenTo } from '../../../platform/resource/step-input'
import { lookedUp } from '../../../platform/search/personal'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { carryOut } from './erasing'
import './ledger'
import './refused'
import * as repository from './repository'

const PERMIT = 'rbac:personal:erase'

const seed: Seed = {
  name: 'rbac.personal',
  order: 16,
  run: async (db) => {
    await seedMenus(
      db,
      [
        { menuId: 7041, parentId: 7000, menuName: '个人信息注销', menuPath: '/systemManage/personalRequest', menuLink: 'rbac/PersonalRequest', sortNo: 20 },
        { menuId: 7042, parentId: 7000, menuName: '删除记录', menuPath: '/systemManage/erasureRecord', menuLink: 'rbac/ErasureRecord', sortNo: 21 },
      ],
      ['SYS_ADMIN', 'SEC_ADMIN'],
    )
    await grantRole(db, 'SYS_ADMIN', ['rbac:personal:read', 'rbac:personal:request', 'rbac:personal:export'])
    await grantRole(db, 'SEC_ADMIN', ['rbac:personal:read', PERMIT])
  },
}

/** Who it is about, for those who decide: enough to tell people apart, and no more. */
async function subjectOf(db: Db, recordType: string, recordId: string): Promise<string> {
  const one = recordTable(recordType)
  const row = one && (await nameOfRecord(db, one, recordId))
  if (!row) throw refuse.field('recordId', '记录不存在')
  return [row.name, masked('mobile', row.mobile)].filter(Boolean).join(' ')
}

const told = (requestId: string) => viewLink('rbac/PersonalRequest', { record: requestId })

async function tellHolders(db: Db, requestId: string, by: string, content: string): Promise<void> {
  for (const holder of await holdersOf(db, PERMIT)) if (holder !== by) await notify(db, holder, { title: '待办理的个人信息注销', content, link: told(requestId) })
}

const request = mountResource(calls.personalRequest, {
  table: 'personal_request',
  computed: repository.requestComputed,
  internal: ['decideBy'],
  order: { field: 'createTime', direction: 'desc' },
  createdBy: 'create_by',
  constraints: {
    personal_request_pending: () => refuse.field('recordId', '此人已有待办理的注销申请'),
    personal_request_two: () => refuse.forbidden('申请人不能办理自己提出的申请'),
  },
  nameOf: (row) => row.requestNo,
  todos: [{ label: '待办理的个人信息注销', status: 'pending', permit: PERMIT }],
  may: (principal, row, verb) => {
    if (verb === 'withdraw') return row.createBy === principal.userId || '只有申请人可以撤回'
    if (verb === 'carryOut' || verb === 'reject') return !(row.recordType === 'user' && row.recordId === principal.userId) || '不能办理关于本人的申请'
    return true
  },
  before: {
    insert: async ({ db }, fields) => {
      fields.subject = await subjectOf(db, fields.recordType, fields.recordId)
      fields.requestNo = await nextNumber(db, 'ZX', todayDigits())
    },
    change: async ({ db, principal, input }, row, step) => {
      if (step.verb !== 'withdraw') await repository.stampDecision(db, row.requestId, principal.userId, (input as { reason?: string | null }).reason ?? null)
    },
  },
  after: {
    insert: async ({ db, principal }, requestId) => tellHolders(db, requestId, principal.userId, `${principal.realName} 登记了一项个人信息注销申请，请核实当事人身份与未了结事项后办理。`),
    change: async (action, row, step, _reason, input) => {
      if (step.verb === 'carryOut') await carryOut(action, row, givenTo(calls.carryOutInput, input).namesInTexts !== 'keep')
    },
  },
})

const record = mountResource(calls.erasure, {
  table: 'erasure',
  computed: repository.erasureComputed,
  filters: repository.erasureFilters,
  order: { field: 'eraseTime', direction: 'desc' },
  nameOf: (row) => row.erasureNo,
})

async function preview({ db, platform, input }: Context<typeof calls.previewErasure>) {
  const found = await repository.findRequest(db, input.requestId)
  if (!found) throw refuse.notFound()
  const one = recordTable(found.record_type)
  const person = found.request_status === 'pending' && one ? await personOf(db, platform.encryption, one, found.record_id) : undefined
  if (!person) return { lines: [], blocks: [], namesakes: 0, files: 0 }
  return previewErasure(db, person, { texts: true })
}

async function find({ db, platform, principal, input }: Context<typeof calls.findPersonalRecords>) {
  const look = await lookedUp(platform, principal, input.keyword, ['mobile', 'email'])
  const text = look ?? input.keyword.trim()
  const print = platform.encryption.blindIndex(text.toUpperCase())
  const found = []
  for (const one of personalRecords())
    for (const { id, name, mobile } of await recordsBy(db, one, { text, print })) found.push({ recordType: one.record.name as never, recordId: id, name: name ?? '', mobile: masked('mobile', mobile) })
  return found
}

async function exportOther({ db, principal, input, audit }: Context<typeof calls.exportPersonal>) {
  await subjectOf(db, input.recordType, input.recordId)
  const workId = await beginExport(db, principal.userId, { record: input.recordType, recordId: input.recordId })
  audit({ recordType: input.recordType, recordId: input.recordId, verb: 'exportPersonal', reason: input.reason })
  return { workId }
}

async function exportOwn({ db, principal, audit }: Context<typeof calls.exportOwnPersonal>) {
  const workId = await beginExport(db, principal.userId, { record: 'user', recordId: principal.userId })
  audit({ recordType: 'user', recordId: principal.userId, verb: 'exportPersonal' })
  return { workId }
}

async function selectOwn({ db, platform, principal }: Context<typeof calls.selectOwnPersonal>) {
  const one = recordTable('user')
  const person = one && (await personOf(db, platform.encryption, one, principal.userId))
  if (!person) throw refuse.notFound()
  const own = await repository.ownRequest(db, principal.userId)
  return {
    // Anybody may look at their own, as often as they like.
    ...(await previewErasure(db, person, { texts: false })),
    request: own ? { requestId: own.request_id, requestNo: own.request_no, reason: own.reason, createTime: iso(own.create_time), requestStatus: own.request_status, decideReason: own.decide_reason } : null,
  }
}

async function requestOwn({ db, principal, input, audit }: Context<typeof calls.requestOwnErasure>) {
  if ((await repository.ownRequest(db, principal.userId))?.request_status === 'pending') throw refuse.inUse('您已有待办理的注销申请')
  const { request_id } = await repository.insertOwn(db, {
    requestNo: await nextNumber(db, 'ZX', todayDigits()), recordType: 'user', recordId: principal.userId, subject: await subjectOf(db, 'user', principal.userId), own: true, reason: input.reason, by: principal.userId,
  })
  audit({ recordType: 'personalRequest', recordId: request_id, verb: 'insert', reason: input.reason })
  await tellHolders(db, request_id, principal.userId, `${principal.realName} 申请注销本人账号，请核实未了结事项后办理。`)
  return {}
}

async function withdrawOwn({ db, principal, audit }: Context<typeof calls.withdrawOwnErasure>) {
  const done = await repository.withdrawOwn(db, principal.userId)
  if (!done) throw refuse.badTransition()
  audit({ recordType: 'personalRequest', recordId: done.request_id, verb: 'withdraw', before: { requestStatus: 'pending' }, after: { requestStatus: 'withdrawn' } })
  return {}
}

/** Requests to erase a person, what was erased, and what the console knows about one person as a file. */
export const personal = {
  ...request,
  bindings: [
    ...request.bindings,
    ...record.bindings,
    handle(calls.previewErasure, preview),
    handle(calls.selectErasureLines, async ({ db, input }) => ({ lines: ((await repository.linesOf(db, input.erasureId)) ?? []) as calls.FateLine[] })),
    handle(calls.findPersonalRecords, find),
    handle(calls.exportPersonal, exportOther),
    handle(calls.selectOwnPersonal, selectOwn),
    handle(calls.exportOwnPersonal, exportOwn),
    handle(calls.requestOwnErasure, requestOwn),
    handle(calls.withdrawOwnErasure, withdrawOwn),
  ],
  seeds: [seed],
}
