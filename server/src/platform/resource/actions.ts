import { metaOf, settled, shapeOf, type Access, type AnyResource, type Transition, type VerbOf } from '@assoc/contract'
import { has, personsOf, type Principal } from '../access/principal'
import { difference, type AuditEntry } from '../audit/audit'
import { refuse } from '../errors'
import { requireVerb, eachRow, parsedFilter, type BatchInput } from './batch'
import { isIdNumber, lookedUp } from '../search/personal'
import { actedBy, keptFrom } from './acted-by'
import { maskedRow, presented, searchedNumbers, versionOf, type Action, type Inserted, type ResourceRuntime, type Row } from './definition'
import { openEncrypted, addEncrypted } from './encrypted'
import { fileFieldsOf, settleFiles, withFileNames, withStoredFiles } from './files'
import { stepInput } from './step-input'
import * as rows from './rows.repository'

const permitted = (principal: Principal, access: Access | undefined): boolean => access !== undefined && (access.kind !== 'permit' || has(principal, access.code))

const allowed = (m: ResourceRuntime, principal: Principal, row: Row, action: 'insert' | 'update' | 'remove', verb: string): boolean => {
  return permitted(principal, m.contract.definition.access[action]) && isGranted(m, principal, row, verb)
}

/** What the resource's own rule says; a deputy needs it of both. */
const answerOf = (m: ResourceRuntime, principal: Principal, row: Row, verb: string): boolean | string => {
  const answer = m.options.may?.(principal, row, verb) ?? true
  return answer === true && principal.behalf ? (m.options.may?.(principal.behalf, row, verb) ?? true) : answer
}
const isGranted = (m: ResourceRuntime, principal: Principal, row: Row, verb: string): boolean => answerOf(m, principal, row, verb) === true

/** Refuses an action that the resource's own rule takes away, with its sentence where it has one. */
function demand(m: ResourceRuntime, principal: Principal, row: Row, verb: string): void {
  const answer = answerOf(m, principal, row, verb)
  if (answer !== true) throw refuse.forbidden(typeof answer === 'string' ? answer : undefined)
}

/** What stands in the log for what it does not tell. */
const UNTOLD = '（内容不记入日志）'

/** A row without what the log does not tell; that something was there is told. */
function told(m: ResourceRuntime, row: Row): Row {
  const shape = shapeOf(m.contract.row) ?? {}
  const untold = Object.keys(row).filter((field) => shape[field] && metaOf(shape[field]).logged === false && row[field] !== null && row[field] !== undefined)
  return untold.length === 0 ? row : { ...row, ...Object.fromEntries(untold.map((field) => [field, UNTOLD])) }
}

// Personal data is masked in the log as well, and files stand there by their names.
const noted = (m: ResourceRuntime, row: Row): Row => withFileNames(m, told(m, maskedRow(m, row)))
const notedEntry = (m: ResourceRuntime, { before, after }: Pick<AuditEntry, 'before' | 'after'>) => ({ ...(before ? { before: noted(m, before) } : {}), ...(after ? { after: noted(m, after) } : {}) })

/** Why a step is another person's than this one; undefined when it is not. */
function separation(m: ResourceRuntime, principal: Principal, row: Row, step: Transition<string> | undefined): string | undefined {
  const { status } = m.contract.definition
  return status && step?.separate && keptFrom(status.machine, step, actedBy(row), personsOf(principal))
}

/** Steps of a row that a person has the permit for. */
function stepsOf(m: ResourceRuntime, principal: Principal, row: Row): readonly Transition<string>[] {
  const { status } = m.contract.definition
  return status ? status.machine.transitions.filter((t) => t.from.includes(String(row[status.field])) && has(principal, t.permit)) : []
}

/**
 * Verbs that are left to others because this person has written the row or moved it on so far. Of a single step that a call of its
 * own carries out the resource's rule says no; whether it is another person's is told all the same.
 */
export const separatedOf = (m: ResourceRuntime, principal: Principal, row: Row): string[] =>
  m.separated ? stepsOf(m, principal, row).filter((step) => separation(m, principal, row, step) && (step.single || isGranted(m, principal, row, step.verb))).map(({ verb }) => verb) : []

const abilities = (m: ResourceRuntime, principal: Principal, row: Row) => ({ abilities: abilitiesOf(m, principal, row), ...(m.separated ? { separated: separatedOf(m, principal, row) } : {}) })

/** Verbs that a person may use on a row: what the browser shows as buttons. */
export function abilitiesOf(m: ResourceRuntime, principal: Principal, row: Row): string[] {
  const steps = stepsOf(m, principal, row).filter(({ verb }) => isGranted(m, principal, row, verb)).filter((step) => !separation(m, principal, row, step)).map(({ verb }) => verb)
  const own = Object.entries(m.contract.definition.access.actions ?? {}).filter(([verb, { access }]) => permitted(principal, access) && isGranted(m, principal, row, verb))
  return [...(allowed(m, principal, row, 'update', 'update') ? ['update'] : []), ...steps, ...own.map(([verb]) => verb), ...(allowed(m, principal, row, 'remove', 'delete') ? ['delete'] : [])]
}

/** The complete number that the keyword of a filter is, where this list is searched by such; counted as one look of the person. */
export const lookOf = async (m: ResourceRuntime, { platform, principal }: Pick<Action, 'platform' | 'principal'>, filters: Row): Promise<string | null> => {
  // untyped: the filter of any list; the contract has checked it
  const keyword = filters['keyword']
  const whole = await lookedUp(platform, principal, typeof keyword === 'string' ? keyword : null, searchedNumbers(m).map(({ kind }) => kind))
  return whole !== null && isIdNumber(whole) ? platform.encryption.blindIndex(whole.toUpperCase()) : whole
}

export async function listRows(m: ResourceRuntime, action: Action) {
  const { db, principal, input } = action
  const { page, pageSize, sort, ...filters } = input as { page: number; pageSize: number; sort?: rows.RowQuery['sort'] } & Row
  const [look, listed] = [await lookOf(m, action, filters), await m.options.listed?.(action.platform)]
  const query = { filters, look, listed }
  const most = rows.countedMost(query)
  // A page that far behind would be walked to row by row, and nobody turns there.
  if (most !== undefined && (page - 1) * pageSize >= most) throw refuse.field('page', `按关键字查找时最多翻到第 ${most.toLocaleString('zh-CN')} 条，请缩小范围`)
  const [read, found] = await Promise.all([
    rows.rowsOf(db, m, principal, { ...query, sort }, pageSize, (page - 1) * pageSize),
    rows.countOf(db, m, principal, query, most),
  ])
  const total = Math.min(found, most ?? found)
  const items = await presented(m, action, read)
  return { total, ...(found > total ? { more: true } : {}), items: items.map((row) => ({ ...maskedRow(m, row), ...abilities(m, principal, row) })) }
}

export async function readRow(m: ResourceRuntime, action: Action) {
  const { db, principal, input } = action
  const found = await rows.findRow(db, m, principal, (input as Row)[m.idField] as string)
  if (!found) throw refuse.notFound()
  const [row = found] = await presented(m, action, [found])
  return { ...maskedRow(m, row), ...abilities(m, principal, row) }
}

/** Personal fields of one row in plain text; who looked at what is noted before the answer goes out. */
export async function plainRow(m: ResourceRuntime, action: Action) {
  const { db, principal, input, audit } = action
  const { [m.idField]: id, fields } = input as Row & { fields: string[] }
  const { read } = m.contract.definition.access
  if (read.kind === 'permit' && !has(principal, read.code)) throw refuse.forbidden()
  const row = await rows.findRow(db, m, principal, id as string)
  if (!row) throw refuse.notFound()
  audit({ recordType: m.entity.name, recordId: id as string, verb: 'viewPlain', after: { fields } })
  const opened = await openEncrypted(m, action, id as string, fields)
  return { values: Object.fromEntries(fields.map((field) => [field, field in opened ? opened[field] : (row[field] ?? null)])) }
}

export async function insertRow(m: ResourceRuntime, action: Action) {
  return { [m.idField]: await insertAny(m, action, action.input as Row) }
}

/** Inserts a row with all its rules, audit and consequences; answers its id. */
export const insertFields = <R extends AnyResource>(m: ResourceRuntime<R>, action: Action, given: Inserted<R>): Promise<string> => insertAny(m, action, given as Row)

async function insertAny(m: ResourceRuntime, action: Action, given: Row): Promise<string> {
  const fields = await withStoredFiles(m, action, settled(m.contract.definition.fields, given), null)
  await m.options.before?.insert?.(action, fields)
  const id = await rows.insertRow(action.db, m, action.principal, fields, addEncrypted(m, action, fields))
  await settleFiles(m, action, id, fields)
  action.audit({ recordType: m.entity.name, recordId: id, verb: 'insert', after: noted(m, fields) })
  await m.options.after?.insert?.(action, id, fields)
  return id
}

/**
 * Whether rows of a resource may be inserted by one statement: it has no rules or consequences of its own that one row after the other
 * would have to go through, and no files to settle.
 */
export const insertsTogether = (m: ResourceRuntime): boolean => !m.options.before?.insert && !m.options.after?.insert && fileFieldsOf(m).length === 0

/** Inserts rows of a resource that insertsTogether, each with its audit row: all of them, or what the database says of one of them. */
export async function insertMany(m: ResourceRuntime, action: Action, given: readonly Row[]): Promise<void> {
  const all = given.map((each) => settled(m.contract.definition.fields, each))
  const ids = await rows.insertRows(action.db, m, action.principal, all.map((fields) => ({ fields, more: addEncrypted(m, action, fields) })))
  all.forEach((fields, i) => action.audit({ recordType: m.entity.name, recordId: ids[i] ?? null, verb: 'insert', after: noted(m, fields) }))
}

export async function updateRow(m: ResourceRuntime, action: Action) {
  const { [m.idField]: id, version, ...given } = action.input as Row
  const sent = Object.fromEntries(Object.entries(given).filter(([field, value]) => value !== undefined || !m.personal.some(([name]) => name === field)))
  const row = await rows.findRow(action.db, m, action.principal, id as string)
  if (!row) throw refuse.notFound()
  demand(m, action.principal, row, 'update')
  return writeFields(m, action, row, version as number, sent)
}

/**
 * A change of fields that follows from another action, such as one that was asked for and passed: rules, audit and version hold as
 * ever; permit, data scope and the state in which a person may change the row were checked for the action that it follows from.
 * `author` is who asked for it, who counts as a writer of the row as well as who carries it out.
 */
export async function derivedUpdate<R extends AnyResource>(m: ResourceRuntime<R>, action: Action, id: string, version: number, fields: Partial<Inserted<R>>, author?: string | null) {
  const row = await rows.findRow(action.db, m, everywhere(m, action.principal), id)
  if (!row) throw refuse.notFound()
  const done = await writeFields(m, action, row as Row, version, fields)
  if (author) await rows.noteAuthor(action.db, m, id, author)
  return done
}

// What a change leaves out counts as it is stored: a part of the fields may be sent. What is worked out of them is written with them.
function ruled(m: ResourceRuntime, row: Row, sent: Row): Row {
  const { fields } = m.contract.definition
  const all = settled(fields, { ...row, ...sent })
  const names = Object.keys(fields).filter((field) => field in sent || metaOf(fields[field] as never).rules?.computed)
  const others = Object.keys(sent).filter((field) => !(field in fields))
  return Object.fromEntries([...others, ...names].map((field) => [field, all[field]]))
}

async function writeFields(m: ResourceRuntime, action: Action, row: Row, version: number, sent: Row) {
  const id = row[m.idField] as string
  const fields = await withStoredFiles(m, action, ruled(m, row, sent), id)
  await m.options.before?.update?.(action, row, fields)
  const done = await rows.updateRow(action.db, m, action.principal, id, version, fields, addEncrypted(m, action, fields))
  if (!done) throw refuse.conflict(maskedRow(m, row))
  await settleFiles(m, action, id, fields, row)
  action.audit({ recordType: m.entity.name, recordId: id, verb: 'update', ...notedEntry(m, difference(row, fields)) })
  await m.options.after?.update?.(action, row, fields)
  return done
}

export async function removeRow(m: ResourceRuntime, action: Action) {
  const { [m.idField]: id, version } = action.input as Row
  await removeOne(m, action, await current(m, action, id as string, version as number))
  return {}
}

export async function changeRow(m: ResourceRuntime, action: Action) {
  const { [m.idField]: id, version, verb, reason, input } = action.input as Row & { verb: string; reason?: string | null; input?: Row }
  const row = await current(m, action, id as string, version as number)
  return stepOne(m, action, row, verb, reason ?? null, input)
}

async function current(m: ResourceRuntime, { db, principal }: Action, id: string, version: number): Promise<Row> {
  const row = await rows.findRow(db, m, principal, id)
  if (!row) throw refuse.notFound()
  if (versionOf(row) !== version) throw refuse.conflict(maskedRow(m, row))
  return row
}

async function removeOne(m: ResourceRuntime, action: Action, row: Row): Promise<void> {
  demand(m, action.principal, row, 'delete')
  if (!allowed(m, action.principal, row, 'remove', 'delete')) throw refuse.forbidden()
  await m.options.before?.remove?.(action, row)
  const id = row[m.idField] as string
  if (!(await rows.removeRow(action.db, m, id, versionOf(row)))) throw refuse.conflict(maskedRow(m, row))
  action.audit({ recordType: m.entity.name, recordId: id, verb: 'delete', before: noted(m, row) })
  await m.options.after?.remove?.(action, row)
}

async function stepOne(m: ResourceRuntime, action: Action, row: Row, verb: string, reason: string | null, input?: Row) {
  const { status } = m.contract.definition
  const step: Transition<string> | undefined = status?.machine.find(verb, String(row[status.field]))
  if (!status || !step) throw refuse.badTransition()
  if (!has(action.principal, step.permit)) throw refuse.forbidden()
  requireOther(m, action.principal, row, step)
  demand(m, action.principal, row, verb)
  return carry(m, action, row, step, reason, { input })
}

/**
 * A step that follows from another action, such as the membership that ends with its case: the machine, the rules, the audit
 * and the version hold as ever; permit and data scope were checked for the action that it follows from. So does who may carry it out
 * where the step is another person's, unless there is nothing to approve (`own`): money that the bank or the member's balance proves.
 */
export async function derivedStep<R extends AnyResource>(m: ResourceRuntime<R>, action: Action, id: string, verb: VerbOf<R>, reason: string | null = null, own = false): Promise<{ version: number }> {
  const { status } = m.contract.definition
  const row: Row | undefined = await rows.findRow(action.db, m as ResourceRuntime, everywhere(m, action.principal), id)
  if (!row) throw refuse.notFound()
  const step = status?.machine.find(verb, String(row[status.field]))
  if (!step) throw refuse.badTransition()
  if (!own) requireOther(m, action.principal, row, step)
  return carry(m, action, row, step, reason, { own })
}

/** Refuses a step that is another person's. */
function requireOther(m: ResourceRuntime, principal: Principal, row: Row, step: Transition<string>): void {
  const separated = separation(m, principal, row, step)
  if (separated) throw refuse.separated(separated, m.entity.name, row[m.idField] as string)
}

const everywhere = (m: ResourceRuntime, principal: Principal): Principal => (m.entity.module ? { ...principal, scopes: { ...principal.scopes, [m.entity.module]: { all: true, deptIds: [], jurisdictions: [], self: false } } } : principal)

async function carry(m: ResourceRuntime, action: Action, stored: Row, step: Transition<string>, reason: string | null, { own = false, input = {} }: { own?: boolean; input?: Row | undefined }) {
  const { status } = m.contract.definition
  if (!status) throw refuse.badTransition()
  const { verb } = step
  const id = stored[m.idField] as string
  if (step.reason === 'required' && !reason) throw refuse.field('reason', `请填写${step.reasonLabel ?? '原因'}`)
  const given = stepInput(m, stored, step, input)
  const fields = await withStoredFiles(m, action, difference(stored, given.fields).after ?? {}, id)
  // Rules and consequences see the record as the step writes it.
  const row = { ...stored, ...fields }
  await m.options.before?.change?.(action, row, step, given.all)
  const moved = await rows.moveRow(action.db, m, action.principal, row, status.field, step, own, { ...fields }, addEncrypted(m, action, fields))
  if (!moved) throw refuse.conflict(maskedRow(m, stored))
  await settleFiles(m, action, id, fields, stored)
  const written = notedEntry(m, difference(stored, fields))
  action.audit({ recordType: m.entity.name, recordId: id, verb, reason, before: { [status.field]: row[status.field], ...written.before }, after: { [status.field]: step.to, ...written.after } })
  await m.options.after?.change?.(action, row, step, reason, given.all)
  return { [status.field]: step.to, version: moved.version }
}

/** One of the resource's own actions on a row; its permit was asked for the batch as a whole. */
async function actOn(m: ResourceRuntime, action: Action, row: Row, verb: string): Promise<void> {
  // What can do no harm is done where it is still to do.
  if (m.contract.definition.access.actions?.[verb]?.atOnce && !isGranted(m, action.principal, row, verb)) return
  demand(m, action.principal, row, verb)
  const told = await m.options.actions?.[verb]?.(action, row)
  if (!m.contract.definition.ownSettings) action.audit({ recordType: m.entity.name, recordId: row[m.idField] as string, verb, ...told })
}

/**
 * Carries out one verb on up to 50 rows, each for itself: what is refused for one is told and does not hold up the
 * others. With a filter instead of ids it tells where to go on.
 */
export async function batchRows(m: ResourceRuntime, action: Action) {
  const { verb, filter, reason, input, ids, versions } = action.input as BatchInput
  if (versions && versions.length !== ids?.length) throw refuse.field('versions', '版本与所选记录不一致，请刷新后重试')
  const read = new Map(versions?.map((version, i) => [ids?.[i], version]))
  const { access, status } = m.contract.definition
  requireVerb(action.principal, { verb, reason: reason ?? null }, status?.machine, access)
  const filters = parsedFilter(m.contract.list, filter ?? {})
  const [look, listed] = [await lookOf(m, action, filters), await m.options.listed?.(action.platform)]
  return eachRow(action, {
    idsAfter: (after, limit) => rows.idsAfter(action.db, m, action.principal, { filters, look, listed }, after, limit),
    find: (id) => rows.findRow(action.db, m, action.principal, id),
    nameOf: m.nameOf,
    one: async (own, row) => {
      if (versions && read.get(String((row as Row)[m.idField])) !== versionOf(row)) throw refuse.conflict(maskedRow(m, row))
      if (access.actions?.[verb]) return actOn(m, own, row, verb)
      if (verb === 'delete') return removeOne(m, own, row)
      const { version } = await stepOne(m, own, row, verb, reason ?? null, input)
      return { version, from: String((row as Row)[status?.field ?? '']) }
    },
  })
}
