import { withoutIdle, type AnyResource, type Transition, type VerbOf } from '@assoc/contract'
import { has, type Who } from '../access/who'
import { difference, type AuditEntry } from '../audit/audit'
import { refuse } from '../errors'
import { demandVerb, eachRow, parsedFilter, type BatchInput } from './batch'
import { lookedUp } from '../search/personal'
import { actedBy, keptFrom } from './acted-by'
import { maskedRow, searchedNumbers, type Deed, type Inserted, type Mounted, type Row } from './definition'
import { openSealed, seal } from './sealed'
import { settleFiles, withFileNames, withStoredFiles } from './files'
import * as rows from './rows.repository'

const allowed = (m: Mounted, who: Who, row: Row, deed: 'insert' | 'update' | 'remove', verb: string): boolean => {
  const access = m.contract.definition.access[deed]
  const may = access !== undefined && (access.kind !== 'permit' || has(who, access.code))
  return may && isGranted(m, who, row, verb)
}

const isGranted = (m: Mounted, who: Who, row: Row, verb: string): boolean => (m.options.may?.(who, row, verb) ?? true) === true

/** Refuses a deed that the resource's own rule takes away, with its sentence where it has one. */
function demand(m: Mounted, who: Who, row: Row, verb: string): void {
  const answer = m.options.may?.(who, row, verb) ?? true
  if (answer !== true) throw refuse.forbidden(typeof answer === 'string' ? answer : undefined)
}

// Personal data is masked in the log as well, and files stand there by their names.
const noted = (m: Mounted, row: Row): Row => withFileNames(m, maskedRow(m, row))
const notedEntry = (m: Mounted, { before, after }: Pick<AuditEntry, 'before' | 'after'>) => ({ ...(before ? { before: noted(m, before) } : {}), ...(after ? { after: noted(m, after) } : {}) })

/** Why a step is another person's than this one; undefined when it is not. */
function separation(m: Mounted, who: Who, row: Row, step: Transition<string> | undefined): string | undefined {
  const { status } = m.contract.definition
  return status && step?.separate && keptFrom(status.machine, step, actedBy(row), who.userId)
}

/** Steps of a row that a person has the permit for. */
function stepsOf(m: Mounted, who: Who, row: Row): readonly Transition<string>[] {
  const { status } = m.contract.definition
  return status ? status.machine.transitions.filter((t) => t.from.includes(String(row[status.field])) && has(who, t.permit)) : []
}

/**
 * Verbs that are left to others because this person has written the row or moved it on so far. Of a single step that a call of its
 * own carries out the resource's rule says no; whether it is another person's is told all the same.
 */
export const separatedOf = (m: Mounted, who: Who, row: Row): string[] =>
  m.separated ? stepsOf(m, who, row).filter((step) => separation(m, who, row, step) && (step.single || isGranted(m, who, row, step.verb))).map(({ verb }) => verb) : []

const abilities = (m: Mounted, who: Who, row: Row) => ({ abilities: abilitiesOf(m, who, row), ...(m.separated ? { separated: separatedOf(m, who, row) } : {}) })

/** Verbs that a person may use on a row: what the browser shows as buttons. */
export function abilitiesOf(m: Mounted, who: Who, row: Row): string[] {
  const steps = stepsOf(m, who, row).filter(({ verb }) => isGranted(m, who, row, verb)).filter((step) => !separation(m, who, row, step)).map(({ verb }) => verb)
  return [...(allowed(m, who, row, 'update', 'update') ? ['update'] : []), ...steps, ...(allowed(m, who, row, 'remove', 'delete') ? ['delete'] : [])]
}

/** The complete number that the keyword of a filter is, where this list is searched by such; counted as one look of the person. */
export const lookOf = async (m: Mounted, { platform, who }: Pick<Deed, 'platform' | 'who'>, filters: Row): Promise<string | null> =>
  lookedUp(platform, who, typeof filters['keyword'] === 'string' ? filters['keyword'] : null, searchedNumbers(m).map(({ kind }) => kind))

export async function listRows(m: Mounted, deed: Deed) {
  const { db, who, input } = deed
  const { page, pageSize, sort, ...filters } = input as { page: number; pageSize: number; sort?: rows.RowQuery['sort'] } & Row
  const look = await lookOf(m, deed, filters)
  const [items, total] = await Promise.all([
    rows.rowsOf(db, m, who, { filters, sort, look }, pageSize, (page - 1) * pageSize),
    rows.countOf(db, m, who, { filters, look }),
  ])
  return { total, items: items.map((row) => ({ ...maskedRow(m, row), ...abilities(m, who, row) })) }
}

export async function readRow(m: Mounted, { db, who, input }: Deed) {
  const row = await rows.findRow(db, m, who, (input as Row)[m.idField] as string)
  if (!row) throw refuse.notFound()
  return { ...maskedRow(m, row), ...abilities(m, who, row) }
}

/** Personal fields of one row in plain text; who looked at what is noted before the answer goes out. */
export async function plainRow(m: Mounted, deed: Deed) {
  const { db, who, input, audit } = deed
  const { [m.idField]: id, fields } = input as Row & { fields: string[] }
  const { read } = m.contract.definition.access
  if (read.kind === 'permit' && !has(who, read.code)) throw refuse.forbidden()
  const row = await rows.findRow(db, m, who, id as string)
  if (!row) throw refuse.notFound()
  audit({ recordType: m.entity.name, recordId: id as string, verb: 'viewPlain', after: { fields } })
  const opened = await openSealed(m, deed, id as string, fields)
  return { values: Object.fromEntries(fields.map((field) => [field, field in opened ? opened[field] : (row[field] ?? null)])) }
}

export async function insertRow(m: Mounted, deed: Deed) {
  return { [m.idField]: await insertAny(m, deed, deed.input as Row) }
}

/** Inserts a row with all its rules, audit and consequences; answers its id. */
export const insertFields = <R extends AnyResource>(m: Mounted<R>, deed: Deed, given: Inserted<R>): Promise<string> => insertAny(m, deed, given as Row)

async function insertAny(m: Mounted, deed: Deed, given: Row): Promise<string> {
  const fields = await withStoredFiles(m, deed, withoutIdle(m.contract.definition.fields, given), null)
  await m.options.before?.insert?.(deed, fields)
  const id = await rows.insertRow(deed.db, m, deed.who, fields, seal(m, deed, fields))
  await settleFiles(m, deed, id, fields)
  deed.audit({ recordType: m.entity.name, recordId: id, verb: 'insert', after: noted(m, fields) })
  await m.options.after?.insert?.(deed, id, fields)
  return id
}

export async function updateRow(m: Mounted, deed: Deed) {
  const { [m.idField]: id, version, ...given } = deed.input as Row
  const sent = Object.fromEntries(Object.entries(given).filter(([field, value]) => value !== undefined || !m.personal.some(([name]) => name === field)))
  const row = await rows.findRow(deed.db, m, deed.who, id as string)
  if (!row) throw refuse.notFound()
  demand(m, deed.who, row, 'update')
  return writeFields(m, deed, row, version as number, sent)
}

/**
 * A change of fields that follows from another deed, such as one that was asked for and passed: rules, audit and version hold as
 * ever; permit, data scope and the state in which a person may change the row were judged for the deed that it follows from.
 * `author` is who asked for it, who counts as a writer of the row as well as who carries it out.
 */
export async function followingUpdate<R extends AnyResource>(m: Mounted<R>, deed: Deed, id: string, version: number, fields: Partial<Inserted<R>>, author?: string | null) {
  const row = await rows.findRow(deed.db, m, everywhere(m, deed.who), id)
  if (!row) throw refuse.notFound()
  const done = await writeFields(m, deed, row as Row, version, fields)
  if (author) await rows.noteAuthor(deed.db, m, id, author)
  return done
}

// What a change leaves out counts as it is stored: a part of the fields may be sent.
function emptied(m: Mounted, row: Row, sent: Row): Row {
  const all = withoutIdle(m.contract.definition.fields, { ...row, ...sent })
  return Object.fromEntries(Object.entries(sent).map(([field]) => [field, all[field]]))
}

async function writeFields(m: Mounted, deed: Deed, row: Row, version: number, sent: Row) {
  const id = row[m.idField] as string
  const fields = await withStoredFiles(m, deed, emptied(m, row, sent), id)
  await m.options.before?.update?.(deed, row, fields)
  const done = await rows.updateRow(deed.db, m, deed.who, id, version, fields, seal(m, deed, fields))
  if (!done) throw refuse.conflict(maskedRow(m, row))
  await settleFiles(m, deed, id, fields, row)
  deed.audit({ recordType: m.entity.name, recordId: id, verb: 'update', ...notedEntry(m, difference(row, fields)) })
  await m.options.after?.update?.(deed, row, fields)
  return done
}

export async function removeRow(m: Mounted, deed: Deed) {
  const { [m.idField]: id, version } = deed.input as Row
  await removeOne(m, deed, await current(m, deed, id as string, version as number))
  return {}
}

export async function changeRow(m: Mounted, deed: Deed) {
  const { [m.idField]: id, version, verb, reason } = deed.input as Row & { verb: string; reason?: string | null }
  const row = await current(m, deed, id as string, version as number)
  return stepOne(m, deed, row, verb, reason ?? null)
}

async function current(m: Mounted, { db, who }: Deed, id: string, version: number): Promise<Row> {
  const row = await rows.findRow(db, m, who, id)
  if (!row) throw refuse.notFound()
  if (row['version'] !== version) throw refuse.conflict(maskedRow(m, row))
  return row
}

async function removeOne(m: Mounted, deed: Deed, row: Row): Promise<void> {
  demand(m, deed.who, row, 'delete')
  if (!allowed(m, deed.who, row, 'remove', 'delete')) throw refuse.forbidden()
  await m.options.before?.remove?.(deed, row)
  const id = row[m.idField] as string
  if (!(await rows.removeRow(deed.db, m, id, row['version'] as number))) throw refuse.conflict(maskedRow(m, row))
  deed.audit({ recordType: m.entity.name, recordId: id, verb: 'delete', before: noted(m, row) })
  await m.options.after?.remove?.(deed, row)
}

async function stepOne(m: Mounted, deed: Deed, row: Row, verb: string, reason: string | null) {
  const { status } = m.contract.definition
  const step: Transition<string> | undefined = status?.machine.find(verb, String(row[status.field]))
  if (!status || !step) throw refuse.badTransition()
  if (!has(deed.who, step.permit)) throw refuse.forbidden()
  demandOther(m, deed.who, row, step)
  demand(m, deed.who, row, verb)
  return carry(m, deed, row, step, reason)
}

/**
 * A step that follows from another deed, such as the membership that ends with its case: the machine, the rules, the audit
 * and the version hold as ever; permit and data scope were judged for the deed that it follows from. So does who may carry it out
 * where the step is another person's, unless there is nothing to approve (`own`): money that the bank or the member's balance proves.
 */
export async function followingStep<R extends AnyResource>(m: Mounted<R>, deed: Deed, id: string, verb: VerbOf<R>, reason: string | null = null, own = false): Promise<{ version: number }> {
  const { status } = m.contract.definition
  const row: Row | undefined = await rows.findRow(deed.db, m as Mounted, everywhere(m, deed.who), id)
  if (!row) throw refuse.notFound()
  const step = status?.machine.find(verb, String(row[status.field]))
  if (!step) throw refuse.badTransition()
  if (!own) demandOther(m, deed.who, row, step)
  return carry(m, deed, row, step, reason, own)
}

/** Refuses a step that is another person's. */
function demandOther(m: Mounted, who: Who, row: Row, step: Transition<string>): void {
  const separated = separation(m, who, row, step)
  if (separated) throw refuse.separated(separated, m.entity.name, row[m.idField] as string)
}

const everywhere = (m: Mounted, who: Who): Who => (m.entity.module ? { ...who, scopes: { ...who.scopes, [m.entity.module]: { all: true, deptIds: [], jurisdictions: [], self: false } } } : who)

async function carry(m: Mounted, deed: Deed, row: Row, step: Transition<string>, reason: string | null, own = false) {
  const { status } = m.contract.definition
  if (!status) throw refuse.badTransition()
  const { verb } = step
  if (step.reason === 'required' && !reason) throw refuse.field('reason', `请填写${step.reasonLabel ?? '原因'}`)
  await m.options.before?.change?.(deed, row, step)
  const moved = await rows.moveRow(deed.db, m, deed.who, row, status.field, step, own)
  if (!moved) throw refuse.conflict(maskedRow(m, row))
  deed.audit({ recordType: m.entity.name, recordId: row[m.idField] as string, verb, reason, before: { [status.field]: row[status.field] }, after: { [status.field]: step.to } })
  await m.options.after?.change?.(deed, row, step)
  return { [status.field]: step.to, version: moved.version }
}

/**
 * Carries out one verb on up to 50 rows, each for itself: what is refused for one is told and does not hold up the
 * others. With a filter instead of ids it tells where to go on.
 */
export async function batchRows(m: Mounted, deed: Deed) {
  const { verb, filter, reason } = deed.input as BatchInput
  const { access, status } = m.contract.definition
  demandVerb(deed.who, { verb, reason: reason ?? null }, status?.machine, access.remove)
  const filters = parsedFilter(m.contract.list, filter ?? {})
  const look = await lookOf(m, deed, filters)
  return eachRow(deed, {
    idsAfter: (after, limit) => rows.idsAfter(deed.db, m, deed.who, { filters, look }, after, limit),
    find: (id) => rows.findRow(deed.db, m, deed.who, id),
    nameOf: m.nameOf,
    one: async (own, row) => void (verb === 'delete' ? await removeOne(m, own, row) : await stepOne(m, own, row, verb, reason ?? null)),
  })
}
