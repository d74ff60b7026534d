import { masked } from '@assoc/contract'
import { changeRequest as contract, findChangeTargets, selectChangeFields } from '@assoc/contract/member/change-request'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber, takeNumbers, todayDigits } from '../../../platform/numbers/numbers'
import type { Deed, Row } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { grantRole, laySeedMenu, type Seed } from '../../../platform/seed'
import * as repository from './repository'
import { changeTargets, targetOf, type ChangeField, type ChangeTarget } from './target'
import './targets'

const plain = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value))

/** A value as people may read it. */
async function worded(db: Db, target: ChangeTarget, name: string, { personal, options }: ChangeField, value: unknown): Promise<string | null> {
  const text = plain(value)
  if (text === null) return null
  if (target.word) return target.word(db, name, value)
  return personal ? masked(personal, text) : (options?.[text] ?? text)
}

/** Kind and field that a request names; refused at their fields where there are none. */
function namedIn(fields: Row): { target: ChangeTarget; field: ChangeField; name: string; targetId: string } {
  const target = targetOf(String(fields['targetType']))
  if (!target) throw refuse.field('targetType', '该类对象暂不能申请变更')
  const name = String(fields['fieldName'])
  const field = target.fields[name]
  if (!field) throw refuse.field('fieldName', '该项内容不能申请变更')
  return { target, field, name, targetId: String(fields['targetId']) }
}

/** The new value as the record's own schema takes it. */
function parsed(field: ChangeField, value: unknown): unknown {
  const answer = field.schema.safeParse(value)
  if (!answer.success) throw refuse.field('newValue', answer.error.issues[0]?.message ?? `${field.label}不正确`)
  return answer.data
}

/** Judges a request, and leaves in its fields only what people may read. */
async function judge(deed: Deed, fields: Row): Promise<void> {
  const { target, field, name, targetId } = namedIn(fields)
  const found = await target.read(deed.db, deed.who, targetId)
  if (!found) throw refuse.notFound()
  const value = parsed(field, fields['newValue'])
  if (plain(value) === plain(found.values[name])) throw refuse.field('newValue', '与现在的内容相同')
  if (field.proof && ((fields['proofFiles'] as unknown[] | undefined) ?? []).length === 0) throw refuse.field('proofFiles', `变更${field.label}须上传证明材料`)
  await target.judge?.(deed.db, targetId, name, value)
  const newText = await worded(deed.db, target, name, field, value)
  judged.set(fields, { before: plain(found.values[name]), after: plain(value) ?? '' })
  Object.assign(fields, { changeNo: await nextNumber(deed.db, 'BG', todayDigits()), targetName: found.name, fieldLabel: field.label, oldText: await worded(deed.db, target, name, field, found.values[name]), newText, newValue: newText ?? '' })
}

/** Values of requests that are being written: as they stood and as they are to stand, between judging and keeping. */
const judged = new WeakMap<Row, { before: string | null; after: string }>()

/** Writes the record in the same transaction, unless the field is not as it was when the change was asked for. */
async function pass(deed: Deed, row: Row): Promise<void> {
  const { target, field, name, targetId } = namedIn(row)
  const { before, after } = await repository.keptValues(deed.db, String(row['changeId']))
  const now = await target.read(deed.db, null, targetId)
  if (!now) throw refuse.inUse('变更对象已删除，不能通过，请驳回该申请')
  if (plain(now.values[name]) !== before) throw refuse.inUse(`提交之后，${field.label}已变为「${(await worded(deed.db, target, name, field, now.values[name])) ?? '空'}」，不能通过；请驳回后重新提交`)
  await target.write(deed, targetId, now.version, name, parsed(field, after))
}

const mounted = mountResource(contract, {
  table: 'change_request',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { columns: ['change_no', 'target_name'], grams: true },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待审核信息变更', status: 'pending', permit: 'director:change:audit', page: '/soleManager/changeMsg' }],
  nameOf: (row) => String(row['changeNo']),
  constraints: { change_request_open_unique: () => refuse.field('fieldName', '该对象的这一项已有待审核的变更申请') },
  may: (who, row, verb) => {
    if (verb === 'pass' || verb === 'reject') return row['createBy'] !== who.userId || '提交人不能审核自己的变更申请'
    return verb !== 'withdraw' || row['createBy'] === who.userId || '只有提交人可以撤回变更申请'
  },
  before: { insert: judge },
  after: {
    insert: async ({ db }, id, fields) => {
      const values = judged.get(fields)
      if (values) await repository.keepValues(db, id, values.before, values.after)
    },
    // The step has been taken by then: of two at once only one writes.
    change: async (deed, row, step) => {
      if (step.verb === 'pass') await pass(deed, row)
    },
  },
})

const menu: Seed = {
  name: 'member.changeRequest.menu',
  order: 34,
  async lay(db) {
    await laySeedMenu(db, [{ menuId: 1505, parentId: 1500, menuName: '变更信息管理', menuPath: '/soleManager/changeMsg', menuLink: 'member/ChangeMsg', sortNo: 5 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['director:change:read', 'director:change:insert'], { director: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['director:change:'], { director: 'deptTree' })
    await grantRole(db, 'LEADER', ['director:change:read'], { director: 'all' })
  },
}

const DEMO_DAY = '20260301'
const demo: Seed = {
  name: 'member.changeRequest.demo',
  order: 46,
  demo: true,
  async lay(db) {
    await takeNumbers(db, 'BG', DEMO_DAY, 12)
    await repository.insertDemo(db, `BG${DEMO_DAY}`)
  },
}

export const changeRequest = {
  ...mounted,
  bindings: [
    ...mounted.bindings,
    handle(selectChangeFields, () =>
      Promise.resolve(changeTargets().map(({ type, fields }) => ({ targetType: type, fields: Object.entries(fields).map(([fieldName, { label, proof, options }]) => ({ fieldName, label, proof, options })) }))),
    ),
    handle(findChangeTargets, ({ db, who, input }) => targetOf(input.targetType)?.find(db, who, input.keyword ?? '') ?? Promise.resolve([])),
  ],
  seeds: [menu, demo],
}
