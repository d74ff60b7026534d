import { COUNTED_MOST, masked, shapeOf, type AnyResource, type RowOf, type Transition } from '@assoc/contract'
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../access/entities'
import { personsOf, type Principal } from '../access/principal'
import type { Db } from '../database/database'
import { contains } from '../database/list'
import { gramsOfKeyword, normalise } from '../search/grams'
import { actedByOf, firstWriter, openTo, withActedBy, withStep, withWriter } from './acted-by'
import { isPersonal, searchedNumbers, versionOf, type NamedRecord, type ResourceRuntime, type Row, type Search } from './definition'

export interface RowQuery {
  filters: Row
  sort?: { field: string; order: 'asc' | 'desc' } | undefined
  ids?: readonly string[] | undefined
  /** Only rows on which one of these steps is open to the person. */
  open?: readonly Transition<string>[] | undefined
  /** The keyword as a complete personal number, counted as a look (`search/personal`); without it no number finds anybody. */
  look?: string | null | undefined
  /** What of the rows is listed by the settings as they hold now (`listed`). */
  listed?: RawBuilder<SqlBool> | undefined
}

const t = (column: string) => sql.ref(`t.${column}`)

/** Names of the fields that are read from the database. */
const fieldsOf = ({ contract }: ResourceRuntime): string[] => Object.keys(shapeOf(contract.row) ?? {}).filter((f) => f !== 'abilities' && f !== 'separated')

/** What is selected of a row: all its fields, or those that are wanted of them. */
const selection = (m: ResourceRuntime, principal: Principal, wanted?: readonly string[]) =>
  sql.join([
    ...fieldsOf(m).filter((field) => wanted?.includes(field) ?? true).map((field) => sql`${m.options.seenBy?.[field]?.(principal) ?? m.options.computed?.[field] ?? t(m.columnOf(field))} as ${sql.id(field)}`),
    ...(m.separated && !wanted ? [sql`${actedByOf(m.options)} as ${sql.id(ACTED)}`] : []),
  ])
/** Name under which `acted_by` is read; no field of a contract is called so. */
const ACTED = 'acted_by'

async function conditions(m: ResourceRuntime, principal: Principal, { filters, ids, open, look = null, listed }: RowQuery, search: Search): Promise<RawBuilder<SqlBool>> {
  const { keyword, ...others } = filters
  const all: Expression<SqlBool>[] = [withinScope(principal, m.entity, 't')]
  if (m.entity.deleted) all.push(sql<SqlBool>`not (${m.entity.deleted})`)
  if (m.options.softDelete) all.push(sql<SqlBool>`not ${t(m.options.softDelete)}`)
  if (listed) all.push(listed)
  if (ids) all.push(sql<SqlBool>`${t(m.idColumn)} = any(${[...ids]}::bigint[])`)
  if (open) all.push(sql<SqlBool>`(${sql.join(open.map((step) => openTo(step, personsOf(principal), m.options)), sql` or `)})`)
  if (typeof keyword === 'string' && normalise(keyword)) all.push(...(await keywordConditions(m, keyword, look, search)))
  for (const [name, value] of Object.entries(others)) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue
    const own = m.options.filters?.[name]
    // A list of values means any of them.
    const column = t(m.columnOf(name))
    all.push(own ? own(value as never, principal) : Array.isArray(value) ? sql<SqlBool>`${column} = any(${value})` : sql<SqlBool>`${column} = ${value}`)
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

async function keywordConditions(m: ResourceRuntime, keyword: string, look: string | null, search: Search): Promise<Expression<SqlBool>[]> {
  const words = await wordConditions(m, keyword, search)
  const numbers = searchedNumbers(m)
  if (look === null || numbers.length === 0) return words
  const whole = numbers.map(({ column, kind }) => (kind === 'email' || kind === 'contact' ? sql<SqlBool>`lower(${t(column)}) = ${look}` : sql<SqlBool>`${t(column)} = ${look}`))
  return [sql<SqlBool>`((${sql.join(words.length > 0 ? words : [sql`false`], sql` and `)}) or ${sql.join(whole, sql` or `)})`]
}

async function wordConditions(m: ResourceRuntime, keyword: string, search: Search): Promise<Expression<SqlBool>[]> {
  const { options } = m
  const number = options.keyword?.number
  const typed = keyword.trim().toUpperCase()
  if (number && typed.startsWith(number.prefix) && /^\d[\dA-Z-]*$/.test(typed.slice(number.prefix.length))) return [sql<SqlBool>`${t(number.column)} like ${`${typed}%`}`]
  if (options.keyword && 'where' in options.keyword) return [await options.keyword.where(keyword, search)]
  const { columns: named, grams: indexed = false } = options.keyword ?? { columns: [] }
  const columns = named.filter((column) => !isPersonal(m, column))
  if (columns.length === 0) return []
  const like = sql<SqlBool>`(${sql.join(columns.map((c) => sql`${t(c)} ilike ${contains(keyword.trim())}`), sql` or `)})`
  if (!indexed) return [like]
  const { grams, exact } = gramsOfKeyword(keyword)
  const held = sql<SqlBool>`t.search_grams @> ${grams}::text[]`
  return exact ? [held] : [held, like]
}

// Empty values stand last in a descending order, first hand from an index that says so.
function order(m: ResourceRuntime, sort: RowQuery['sort']): RawBuilder<unknown> {
  const { field, direction } = sort ? { field: sort.field, direction: sort.order } : m.options.order
  const by = m.options.computed?.[field] ?? t(m.columnOf(field))
  const id = t(m.idColumn)
  return direction === 'asc' ? sql`${by} asc, ${id} asc` : sql`${by} desc nulls last, ${id} desc`
}

const from = (m: ResourceRuntime) => sql`from ${sql.table(m.options.table)} as t`

/** The rows of a page; of `wanted` fields alone where some are named. */
export async function rowsOf<R extends AnyResource>(db: Db, m: ResourceRuntime<R>, principal: Principal, query: RowQuery, limit: number, offset: number, wanted?: readonly string[]): Promise<RowOf<R>[]> {
  const { statements } = m.options
  if (statements) return (await statements.page(db, principal, query, limit, offset, wanted)).map(plain) as RowOf<R>[]
  const { rows } = await sql<Row>`${await rowsStatement(db, m, principal, query, wanted)} limit ${limit} offset ${offset}`.execute(db)
  // The statement selects the fields of the contract's row by their names.
  return rows.map(plain) as RowOf<R>[]
}

/** The statement for all rows of a query in their order, to be read as it is or part by part; `plain` makes its rows what rowsOf answers. */
export const rowsStatement = async (db: Db, m: ResourceRuntime, principal: Principal, query: RowQuery, wanted?: readonly string[]): Promise<RawBuilder<Row>> =>
  m.options.statements?.all(db, principal, query, wanted) ??
  sql<Row>`select ${selection(m, principal, wanted)} ${from(m)} where ${await conditions(m, principal, query, { db, counting: false })} order by ${order(m, query.sort)}`

/** How many rows a query has; with `most`, counts no further than one beyond it. */
export async function countOf(db: Db, m: ResourceRuntime, principal: Principal, query: RowQuery, most?: number): Promise<number> {
  if (m.options.statements) return m.options.statements.count(db, principal, query, most)
  const { rows } = await counted(m, await conditions(m, principal, query, { db, counting: true }), most).execute(db)
  return Number(rows[0]?.n)
}

const counted = (m: ResourceRuntime, where: RawBuilder<SqlBool>, most?: number) =>
  most === undefined
    ? sql<{ n: string }>`select count(*) as n ${from(m)} where ${where}`
    : sql<{ n: string }>`select count(*) as n from (select 1 ${from(m)} where ${where} limit ${most + 1}) as found`

/** Rows to which the list of a query is counted; undefined where counting them all is cheap. */
export function countedMost({ filters }: RowQuery): number | undefined {
  const { keyword } = filters
  return typeof keyword === 'string' && normalise(keyword) ? COUNTED_MOST : undefined
}

export async function findRow<R extends AnyResource>(db: Db, m: ResourceRuntime<R>, principal: Principal, id: string): Promise<RowOf<R> | undefined> {
  return (await rowsOf(db, m, principal, { filters: {}, ids: [id] }, 1, 0))[0]
}

/** Records that are told where a text means several. */
const NAMED_MOST = 5

/** Rows that have a text in the first of some fields in which any has it, as what they are and what tells them apart. */
export async function rowsNamed(db: Db, m: ResourceRuntime, principal: Principal, fields: readonly string[], filters: Row, text: string): Promise<NamedRecord[]> {
  const where = await conditions(m, principal, { filters }, { db, counting: false })
  const values = fields.map((field) => m.options.computed?.[field] ?? t(m.columnOf(field)))
  for (const value of values) {
    const { rows } = await sql<NamedRecord>`select ${t(m.idColumn)}::text as id, concat_ws(' ', ${sql.join(values)}) as label ${from(m)}
      where ${where} and ${value} = ${text.trim()} order by ${t(m.idColumn)} limit ${NAMED_MOST}`.execute(db)
    if (rows.length > 0) return rows
  }
  return []
}

/** Names of records of an entity that is no resource, by their ids. */
export async function namesIn(db: Db, entity: Entity, called: Expression<string>, principal: Principal, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select ${sql.ref(entity.idColumn)} as id, ${called} as name from ${sql.table(entity.table)}
    where ${sql.ref(entity.idColumn)} = any(${[...ids]}::bigint[]) and ${withinScope(principal, entity)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

/** Ids of a filter in their own order, after one of them: what a batch goes through, step by step. */
export async function idsAfter(db: Db, m: ResourceRuntime, principal: Principal, query: RowQuery, after: string, limit: number): Promise<string[]> {
  if (m.options.statements) return m.options.statements.idsAfter(db, principal, query, after, limit)
  const { rows } = await sql<{ id: string }>`select ${t(m.idColumn)} as id ${from(m)}
    where ${await conditions(m, principal, query, { db, counting: false })} and ${t(m.idColumn)} > ${after}::bigint order by ${t(m.idColumn)} limit ${limit}`.execute(db)
  return rows.map((r) => r.id)
}

function written(m: ResourceRuntime, fields: Row): [string, unknown][] {
  const own = Object.entries(fields).map(([field, value]): [string, unknown] => [m.columnOf(field), valueOf(m, field, value)])
  return [...own, ...Object.entries(m.options.derive?.(fields) ?? {})]
}

function valueOf(m: ResourceRuntime, field: string, value: unknown): unknown {
  if (m.json.has(field)) return JSON.stringify(value ?? null)
  const kind = m.options.encrypted?.[field] ? m.personal.find(([name]) => name === field)?.[1] : undefined
  return kind ? masked(kind, (value as string | null) ?? null) : (value ?? null)
}

/** The encrypted texts of some fields of a row, by field. */
export async function encryptedOf(db: Db, m: ResourceRuntime, id: string, fields: readonly string[]): Promise<Row> {
  const { encrypted = {} } = m.options
  const wanted = fields.filter((field) => encrypted[field])
  if (wanted.length === 0) return {}
  const { rows } = await sql<Row>`select ${sql.join(wanted.map((field) => sql`${t(encrypted[field]?.text ?? '')} as ${sql.id(field)}`))} ${from(m)} where ${t(m.idColumn)} = ${id}::bigint`.execute(db)
  return rows[0] ?? {}
}

const changed = ({ options }: ResourceRuntime, principal: Principal) => [sql`version = version + 1`, ...(options.changedBy ? [sql`${sql.ref(options.changedBy)} = ${principal.userId}`] : []), ...(options.changedAt ? [sql`${sql.ref(options.changedAt)} = now()`] : [])]

/** Columns and values of a new row. */
function valuesOf(m: ResourceRuntime, principal: Principal, fields: Row, more: Row): [string, unknown][] {
  const values = [...written(m, fields), ...Object.entries(more)]
  if (m.options.createdBy) values.push([m.options.createdBy, principal.userId])
  if (m.options.changedBy) values.push([m.options.changedBy, principal.userId])
  if (m.separated) values.push([ACTED, firstWriter(principal.userId)])
  if (m.options.deptOfMaker) values.push([m.options.deptOfMaker, principal.deptId])
  return values
}

export async function insertRow(db: Db, m: ResourceRuntime, principal: Principal, fields: Row, more: Row = {}): Promise<string> {
  const values = valuesOf(m, principal, fields, more)
  const { rows } = await sql<{ id: string }>`insert into ${sql.table(m.options.table)} (${sql.join(values.map(([c]) => sql.ref(c)))})
    values (${sql.join(values.map(([, v]) => sql`${v}`))}) returning ${sql.ref(m.idColumn)} as id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Most parameters of a statement, a little below what PostgreSQL takes. */
const MOST_VALUES = 60_000

/**
 * Inserts many rows by as few statements as their values fit in; answers their ids in the order of the rows. A field that a row leaves out
 * gets the column's default, as when it is inserted alone.
 */
export async function insertRows(db: Db, m: ResourceRuntime, principal: Principal, all: readonly { fields: Row; more: Row }[]): Promise<string[]> {
  const rows = all.map(({ fields, more }) => new Map(valuesOf(m, principal, fields, more)))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const atOnce = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, columns.length)))
  const ids: string[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const lines = rows.slice(at, at + atOnce).map((row) => sql`(${sql.join(columns.map((c) => (row.has(c) ? sql`${row.get(c)}` : sql`default`)))})`)
    const { rows: made } = await sql<{ id: string }>`insert into ${sql.table(m.options.table)} (${sql.join(columns.map((c) => sql.ref(c)))})
      values ${sql.join(lines)} returning ${sql.ref(m.idColumn)} as id`.execute(db)
    for (const { id } of made) ids.push(id)
  }
  return ids
}

const setsOf = (m: ResourceRuntime, fields: Row, more: Row) => [...written(m, fields), ...Object.entries(more)].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export async function updateRow(db: Db, m: ResourceRuntime, principal: Principal, id: string, version: number, fields: Row, more: Row = {}): Promise<{ version: number } | undefined> {
  const sets = setsOf(m, fields, more)
  const acted = m.separated ? [sql`${sql.ref(ACTED)} = ${withWriter(principal.userId)}`] : []
  const { rows } = await sql<{ version: number }>`update ${sql.table(m.options.table)} set ${sql.join([...sets, ...acted, ...changed(m, principal)])}
    where ${sql.ref(m.idColumn)} = ${id}::bigint and version = ${version} returning version`.execute(db)
  return rows[0]
}

/** Notes somebody besides who writes it as an author of a row's content, such as who asked for a change that another passed. */
export async function noteAuthor(db: Db, m: ResourceRuntime, id: string, userId: string): Promise<void> {
  if (m.separated) await sql`update ${sql.table(m.options.table)} set ${sql.ref(ACTED)} = ${withWriter(userId)} where ${sql.ref(m.idColumn)} = ${id}::bigint`.execute(db)
}

/** Moves the status on from `from`; undefined when status or version have moved meanwhile, or the step has become another person's (`own` ones excepted). */
export async function moveRow(db: Db, m: ResourceRuntime, principal: Principal, row: Row, field: string, step: Transition<string>, own = false, fields: Row = {}, more: Row = {}): Promise<{ version: number } | undefined> {
  const column = sql.ref(m.columnOf(field))
  const acted = m.separated ? [sql`${sql.ref(ACTED)} = ${withStep(step.verb, personsOf(principal))}`] : []
  const open = step.separate && !own ? sql` and ${openTo(step, personsOf(principal), m.options)}` : sql``
  const { rows } = await sql<{ version: number }>`update ${sql.table(m.options.table)} as t set ${sql.join([sql`${column} = ${step.to}`, ...setsOf(m, fields, more), ...acted, ...changed(m, principal)])}
    where ${sql.ref(m.idColumn)} = ${row[m.idField]}::bigint and version = ${versionOf(row)} and ${column} = ${row[field]}${open} returning version`.execute(db)
  return rows[0]
}

/** Takes a row away, or marks it deleted; false when its version has moved. */
export async function removeRow(db: Db, m: ResourceRuntime, id: string, version: number): Promise<boolean> {
  const table = sql.table(m.options.table)
  const where = sql`where ${sql.ref(m.idColumn)} = ${id}::bigint and version = ${version}`
  const mark = m.options.softDelete
  const { numAffectedRows } = mark
    ? await sql`update ${table} set ${sql.ref(mark)} = true, version = version + 1 ${where}`.execute(db)
    : await sql`delete from ${table} ${where}`.execute(db)
  return numAffectedRows === 1n
}

/** Does something so that its failure takes back only itself, not the transaction around it. */
export async function apart<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint apart`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint apart`.execute(db)
    return result
  } catch (error) {
    // Let go as well, so that one around it of the same name is the one that is meant afterwards.
    await sql`rollback to savepoint apart`.execute(db)
    await sql`release savepoint apart`.execute(db)
    throw error
  }
}

/** Plans of list and count, for the test that no searched or sorted path reads the table through. */
export async function explainRows(db: Db, m: ResourceRuntime, principal: Principal, query: RowQuery): Promise<string> {
  if (m.options.statements) return (await m.options.statements.explain(db, principal, query)).join('\n\n')
  const plans = [
    sql<Record<string, string>>`explain select ${selection(m, principal)} ${from(m)} where ${await conditions(m, principal, query, { db, counting: false })} order by ${order(m, query.sort)} limit 20`,
    sql<Record<string, string>>`explain ${counted(m, await conditions(m, principal, query, { db, counting: true }), countedMost(query))}`,
  ]
  const texts: string[] = []
  for (const plan of plans) texts.push((await plan.execute(db)).rows.map((r) => r['QUERY PLAN']).join('\n'))
  return texts.join('\n\n')
}

/** A row as it was read, with its instants as text. */
export function plain({ [ACTED]: acted, ...row }: Row): Row {
  const fields = Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v instanceof Date ? v.toISOString() : v]))
  return acted ? withActedBy(fields, acted) : fields
}
