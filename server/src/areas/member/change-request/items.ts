import type { RowOf } from '@assoc/contract'
import type { changeRequest } from '@assoc/contract/member/change-request'
import { masked } from '@assoc/contract'
import { changeTarget } from '@assoc/contract/member/change-request'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import type { Action, Inserted } from '../../../platform/resource/definition'
import * as repository from './repository'
import { targetOf, type ChangeField, type ChangeTarget, type FoundTarget } from './target'

type Row = RowOf<typeof changeRequest>
type Fields = Inserted<typeof changeRequest>

const EMPTY = '（空）'
const plain = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value))

/** A value as people may read it. */
export async function formatValue(db: Db, target: ChangeTarget, name: string, { personal, options }: ChangeField, value: unknown): Promise<string | null> {
  const text = plain(value)
  if (text === null) return null
  const own = await target.word?.(db, name, value)
  if (own !== undefined) return own
  return personal ? masked(personal, text) : (options?.[text] ?? text)
}

/** What a request asks for, and at which fields of its form a refusal is told. */
interface Asked {
  fieldName: string
  newValue: string | null
  atField: string
  atValue: string
}

/** The items of a form, or its single field as calls name it that know of no items. */
function askedIn(fields: Fields): Asked[] {
  const { changeItems, fieldName, newValue } = fields
  const many = (changeItems ?? []).map((item, n) => ({ fieldName: item.fieldName, newValue: item.newValue ?? null, atField: `changeItems.${n}`, atValue: `changeItems.${n}` }))
  if (many.length > 0) return many
  if (!fieldName) throw refuse.field('changeItems', '请至少填写一项变更')
  return [{ fieldName, newValue: newValue ?? null, atField: 'fieldName', atValue: 'newValue' }]
}

/** The kind that a request names. */
function kindOf(fields: Pick<Fields, 'targetType'>): ChangeTarget {
  const target = targetOf(fields.targetType)
  if (!target) throw refuse.field('targetType', '该类对象暂不能申请变更')
  return target
}

/** A value as the record's own schema takes it; throws the sentence that refuses it. */
function parsed(field: ChangeField, value: string | null): unknown {
  const answer = field.schema.safeParse(value)
  if (answer.success) return answer.data
  throw new Error(value === null ? `${field.label}不能为空` : (answer.error.issues[0]?.message ?? `${field.label}不正确`))
}

/** Items of requests that are being written, between checking and keeping. */
const validated = new WeakMap<Fields, repository.Item[]>()

/** Checks a request item by item, and leaves in its fields only what people may read. */
export async function validate(action: Action, fields: Fields): Promise<void> {
  const target = kindOf(fields)
  requireReading(action.principal, target)
  const targetId = fields.targetId
  const asked = askedIn(fields)
  const faults: { path: string; message: string }[] = []
  const unknown = asked.filter((item) => !target.fields[item.fieldName])
  if (unknown.length > 0) throw refuse.input(unknown.map(({ atField }) => ({ path: atField, message: '该项内容不能申请变更' })))
  const found = await target.read(action.db, action.principal, targetId)
  if (!found) throw refuse.notFound()
  const open = await repository.openItems(action.db, target.type, targetId, asked.map((item) => item.fieldName))
  const values: Record<string, unknown> = {}
  for (const item of asked) {
    const field = target.fields[item.fieldName] as ChangeField
    const waiting = open.find((one) => one.fieldName === item.fieldName)
    if (waiting) faults.push({ path: item.atField, message: `${field.label}已有待审核的变更申请（${waiting.changeNo}）` })
    else if (item.fieldName in values) faults.push({ path: item.atField, message: `${field.label}重复` })
    try {
      values[item.fieldName] = parsed(field, item.newValue)
      // Of personal data it is not told: whoever guesses a number would learn by it that it is the right one.
      if (!field.personal && plain(values[item.fieldName]) === plain(found.values[item.fieldName])) faults.push({ path: item.atValue, message: `${field.label}与现在的内容相同` })
    } catch (error) {
      values[item.fieldName] = null
      faults.push({ path: item.atValue, message: (error as Error).message })
    }
  }
  if (faults.length === 0) faults.push(...(await ruled(action.db, target, targetId, found, values)).map(({ field, message }) => ({ path: asked.find((item) => item.fieldName === field)?.atValue ?? 'changeItems', message })))
  const proofs = asked.map((item) => target.fields[item.fieldName] as ChangeField).filter((field) => field.proof)
  if (proofs.length > 0 && (fields.proofFiles ?? []).length === 0) faults.push({ path: 'proofFiles', message: `变更${proofs.map((field) => field.label).join('、')}须上传证明材料` })
  if (faults.length > 0) throw refuse.input(faults)
  const items: repository.Item[] = []
  for (const { fieldName } of asked) {
    const field = target.fields[fieldName] as ChangeField
    const word = (value: unknown) => formatValue(action.db, target, fieldName, field, value)
    items.push({ fieldName, label: field.label, oldText: await word(found.values[fieldName]), newText: await word(values[fieldName]), before: plain(found.values[fieldName]), after: plain(values[fieldName]) })
  }
  delete fields.changeItems
  delete fields.fieldName
  delete fields.newValue
  validated.set(fields, items)
  Object.assign(fields, { changeNo: await nextNumber(action.db, 'BG', todayDigits()), targetName: found.name, fieldLabel: items.map((i) => i.label).join('、'), oldText: told(items, 'oldText'), newText: told(items, 'newText') })
}

const ruled = async (db: Db, target: ChangeTarget, targetId: string, found: FoundTarget, values: Record<string, unknown>) => (await target.validate?.(db, targetId, found, values)) ?? []

/** All items in one text; a single one without its label. */
function told(items: readonly repository.Item[], which: 'oldText' | 'newText'): string | null {
  const [only] = items.length === 1 ? items : []
  return only ? only[which] : items.map((item) => `${item.label}：${item[which] ?? EMPTY}`).join('；')
}

/** Keeps what was checked, when the request has its row. */
export async function keep({ db }: Action, changeId: string, fields: Fields): Promise<void> {
  const items = validated.get(fields)
  if (items) await repository.keepItems(db, changeId, fields.targetType, fields.targetId, items)
}

/** Writes all items to the record in the action's transaction, unless one of them is not as it was when the change was asked for. */
export async function pass(action: Action, row: Row): Promise<void> {
  const { db } = action
  const target = kindOf(row)
  const targetId = row.targetId
  const items = await repository.itemsOf(db, row.changeId)
  const now = await target.read(db, null, targetId)
  if (!now) throw refuse.inUse('变更对象已删除，不能通过，请驳回该申请')
  const values: Record<string, unknown> = {}
  for (const { fieldName, label, before, after } of items) {
    const field = target.fields[fieldName]
    if (!field) throw refuse.inUse(`${label}已不能申请变更，不能通过，请驳回该申请`)
    if (plain(now.values[fieldName]) !== before) throw refuse.inUse(`提交之后，${label}已变为「${(await formatValue(db, target, fieldName, field, now.values[fieldName])) ?? EMPTY}」，不能通过；请驳回后重新提交`)
    values[fieldName] = parsedKept(field, after)
  }
  const [fault] = await ruled(db, target, targetId, now, values)
  if (fault) throw refuse.inUse(`${fault.message}，不能通过；请驳回后重新提交`)
  await target.write(action, targetId, now.version, values, row.createBy ?? null)
}

function parsedKept(field: ChangeField, value: string | null): unknown {
  try {
    return parsed(field, value)
  } catch (error) {
    throw refuse.inUse(`${(error as Error).message}，不能通过；请驳回后重新提交`)
  }
}

/** Asking for a change shows what stands there: a record is shown to nobody but who may read it anyway. */
export const mayRead = (principal: Principal, { readPermit }: ChangeTarget): boolean => has(principal, readPermit)

function requireReading(principal: Principal, target: ChangeTarget): void {
  if (!mayRead(principal, target)) throw refuse.forbidden(`您没有查看${changeTarget.labels[target.type]}的权限，不能申请变更`)
}

/** Records of a kind by keyword. */
export async function findTargets({ db, principal }: Pick<Action, 'db' | 'principal'>, type: string, keyword: string) {
  const target = targetOf(type)
  if (!target) return []
  requireReading(principal, target)
  return target.find(db, principal, keyword)
}

/** What stands in the changeable fields of a record within the person's scope, in words. */
export async function readTarget({ db, principal }: Pick<Action, 'db' | 'principal'>, type: string, targetId: string) {
  const target = targetOf(type)
  if (!target) throw refuse.notFound()
  requireReading(principal, target)
  const found = await target.read(db, principal, targetId)
  if (!found) throw refuse.notFound()
  const fields: { fieldName: string; text: string | null }[] = []
  for (const [fieldName, field] of Object.entries(target.fields)) fields.push({ fieldName, text: await formatValue(db, target, fieldName, field, found.values[fieldName]) })
  return { name: found.name, fields }
}
