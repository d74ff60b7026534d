import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../database/database'
import type { Encryption } from '../encryption/encryption'
import { forgottenTables, IN_TEXT, MARK, NEUTRAL_NAME, personalRecords, personalTables, type Erasing, type Person, type PersonalTable } from './register'

const all = (values: Iterable<string>) => sql`any(${[...values]}::text[])`
const column = (name: string) => sql.ref(`p.${name}`)

/** The rows of a person in a table that is called `p`. */
export function rowsOfPerson({ table, id, by }: PersonalTable, person: Person): RawBuilder<SqlBool> {
  const either: RawBuilder<SqlBool>[] = []
  const own = person.rows.get(table)
  if (own && own.size > 0) either.push(sql`${column(id)}::text = ${all(own)}`)
  if (by.user && person.userIds.size > 0) either.push(sql`${column(by.user)}::text = ${all(person.userIds)}`)
  if (by.print && person.prints.size > 0) either.push(sql`${column(by.print)} = ${all(person.prints)}`)
  if (by.contact) either.push(sql`lower(${column(by.contact)}) = ${all([...person.mobiles, ...person.emails])}`)
  const named = by.name ? sql`${column(by.name)} = ${all(person.names)}` : sql`true`
  if (by.mobile && person.mobiles.size > 0) either.push(sql`(${column(by.mobile)} = ${all(person.mobiles)} and ${named})`)
  if (by.email && person.emails.size > 0) either.push(sql`(lower(${column(by.email)}) = ${all(person.emails)} and ${named})`)
  if (by.nameAlone) either.push(sql`${named}`)
  return either.length > 0 ? sql<SqlBool>`(${sql.join(either, sql` or `)})` : sql<SqlBool>`false`
}

interface Keys {
  id: string
  user_id: string | null
  mobile: string | null
  email: string | null
  print: string | null
  name: string | null
  sealed: string | null
}

const keyOf = (name: string | undefined) => (name ? sql`${column(name)}::text` : sql`null::text`)

const keysOf = async (db: Db, one: PersonalTable, where: RawBuilder<SqlBool>): Promise<Keys[]> =>
  (
    await sql<Keys>`select ${column(one.id)}::text as id, ${keyOf(one.by.user)} as user_id, ${keyOf(one.by.mobile)} as mobile, ${keyOf(one.by.email)} as email,
      ${keyOf(one.by.print)} as print, ${keyOf(one.by.name)} as name, ${keyOf(one.sealed?.text)} as sealed
      from ${sql.table(one.table)} p where ${where} limit 200`.execute(db)
  ).rows

export const nobody = (): Person => ({ names: new Set(), mobiles: new Set(), emails: new Set(), prints: new Set(), idCards: new Set(), userIds: new Set(), rows: new Map() })

const size = (person: Person): number => [person.names, person.mobiles, person.emails, person.prints, person.userIds, ...person.rows.values()].reduce((sum, set) => sum + set.size, 0)

const isErased = (text: string | null): boolean => text === null || text === '' || text === NEUTRAL_NAME || text.startsWith(MARK)

function learn(person: Person, one: PersonalTable, row: Keys, encryption: Encryption): void {
  const add = (set: Set<string>, text: string | null) => (isErased(text) ? undefined : void set.add(text as string))
  add(person.names, row.name)
  add(person.mobiles, row.mobile)
  add(person.emails, row.email?.toLowerCase() ?? null)
  if (!isErased(row.print)) {
    person.prints.add(row.print as string)
    if (row.sealed) person.idCards.add(encryption.decrypt(row.sealed))
  }
  if (row.user_id !== null) person.userIds.add(row.user_id)
  person.rows.set(one.table, (person.rows.get(one.table) ?? new Set()).add(row.id))
}

/** Everything by which somebody is known here, beginning with one record of theirs: its numbers and names lead to further records, and these to others. */
export async function findPerson(db: Db, encryption: Encryption, one: PersonalTable, id: string): Promise<Person | undefined> {
  const person = nobody()
  const [first] = await keysOf(db, one, sql<SqlBool>`${column(one.id)} = ${id}::bigint`)
  if (!first) return undefined
  learn(person, one, first, encryption)
  for (let round = 0, before = 0; round < 6 && size(person) !== before; round++) {
    before = size(person)
    await addLinked(db, person)
    for (const table of personalRecords()) for (const row of await keysOf(db, table, rowsOfPerson(table, person))) learn(person, table, row, encryption)
  }
  return person
}

/** From accounts to the records that they were linked by, and back. */
async function addLinked(db: Db, person: Person): Promise<void> {
  for (const { table, record } of personalRecords()) {
    if (!record.source) continue
    const own = person.rows.get(table) ?? new Set<string>()
    const { rows } = await sql<{ user_id: string; source_id: string }>`select user_id::text, source_id::text from identity_link
      where source = ${record.source} and (user_id::text = ${all(person.userIds)} or source_id::text = ${all(own)})`.execute(db)
    for (const { user_id, source_id } of rows) {
      person.userIds.add(user_id)
      own.add(source_id)
    }
    if (own.size > 0) person.rows.set(table, own)
  }
}

export const countRows = async (db: Db, one: PersonalTable, person: Person): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(one.table)} p where ${rowsOfPerson(one, person)}`.execute(db)).rows[0]?.n ?? 0

/** Others who bear one of the person's names. */
export async function namesakes(db: Db, person: Person): Promise<number> {
  let others = 0
  for (const one of personalRecords()) {
    if (!one.by.name) continue
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(one.table)} p where ${column(one.by.name)} = ${all(person.names)} and ${rowsOfPerson(one, person)} is not true`.execute(db)
    others += rows[0]?.n ?? 0
  }
  return others
}

/** Records by a whole number or by a whole name; the first few of each kind. */
export async function recordsBy(db: Db, one: PersonalTable, { text, print }: { text: string; print: string }): Promise<{ id: string; name: string | null; mobile: string | null }[]> {
  const either: RawBuilder<SqlBool>[] = [one.by.mobile, one.by.name].flatMap((name) => (name ? [sql<SqlBool>`${column(name)} = ${text}`] : []))
  if (one.by.email) either.push(sql<SqlBool>`lower(${column(one.by.email)}) = ${text.toLowerCase()}`)
  if (one.by.print) either.push(sql<SqlBool>`${column(one.by.print)} = ${print}`)
  if (either.length === 0) return []
  return (await keysOf(db, one, sql<SqlBool>`(${sql.join(either, sql` or `)})`)).slice(0, 10).map(({ id, name, mobile }) => ({ id, name, mobile }))
}

export const nameOfRecord = async (db: Db, one: PersonalTable, id: string): Promise<{ name: string | null; mobile: string | null } | undefined> => {
  const [row] = await keysOf(db, one, sql<SqlBool>`${column(one.id)} = ${id}::bigint`)
  return row && { name: row.name, mobile: row.mobile }
}

/** The columns that people are told of a person's rows, at most so many rows. */
export async function toldRows(db: Db, one: PersonalTable, person: Person, limit: number): Promise<Record<string, unknown>[]> {
  const names = [...new Set([one.id, ...(one.sealed ? [one.sealed.text] : []), ...Object.keys(one.columns), ...Object.keys(one.told ?? {})])]
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(names.map((name) => column(name)))} from ${sql.table(one.table)} p where ${rowsOfPerson(one, person)} order by ${column(one.id)} desc limit ${limit}`.execute(db)
  return rows
}

const filesOf = ({ columns }: PersonalTable) => Object.entries(columns).filter(([, [, erasing]]) => erasing === 'files').map(([name]) => name)

/** Ids of the files that a person's rows hold. */
export async function fileIdsOf(db: Db, one: PersonalTable, person: Person): Promise<string[]> {
  const found: string[] = []
  for (const name of filesOf(one)) {
    const { rows } = await sql<{ id: string }>`select distinct f #>> '{}' as id from ${sql.table(one.table)} p, jsonb_path_query(${column(name)}, 'strict $.**.fileId') f
      where ${rowsOfPerson(one, person)}`.execute(db)
    found.push(...rows.map((r) => r.id))
  }
  return found
}

/** Uploads that a person has begun and no record took, and files of their own work. */
export const ownFileIds = async (db: Db, person: Person): Promise<string[]> =>
  (await sql<{ id: string }>`select file_id::text as id from file_object where create_by::text = ${all(person.userIds)} and owner_type in ('draft', 'work')`.execute(db)).rows.map((r) => r.id)

/** Takes files away; answers the keys of their bytes, which go when the transaction has ended. */
export async function deleteFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await sql`update work set file_id = null, work_status = case when work_status = 'done' then 'expired' else work_status end where file_id = any(${[...ids]}::bigint[])`.execute(db)
  return (await sql<{ store_key: string }>`delete from file_object where file_id = any(${[...ids]}::bigint[]) returning store_key`.execute(db)).rows.map((r) => r.store_key)
}

/** Files of all finished exports: which of them hold somebody cannot be known, neither by resource nor by day (docs/adr/060). */
export const exportFileIds = async (db: Db): Promise<string[]> =>
  (await sql<{ id: string }>`select file_id::text as id from work where file_id is not null`.execute(db)).rows.map((r) => r.id)

const valueOf = (erasing: Exclude<Erasing, 'keep'>, id: string, sealed: string): RawBuilder<unknown> => {
  if (erasing === 'name') return sql`${NEUTRAL_NAME}`
  if (erasing === 'null') return sql`null`
  if (erasing === 'empty') return sql`''`
  if (erasing === 'mark') return sql`${MARK}::text || ${sql.ref(id)}::text`
  if (erasing === 'sealed') return sql`${sealed}`
  if (erasing === 'array') return sql`'{}'`
  return erasing === 'object' ? sql`'{}'::jsonb` : sql`'[]'::jsonb`
}

/** Erases or deletes the rows of a person in one table; answers how many. */
export async function eraseRows(db: Db, one: PersonalTable, person: Person, sealed: string): Promise<number> {
  const where = rowsOfPerson(one, person)
  if (one.fate === 'delete') return Number((await sql`delete from ${sql.table(one.table)} p where ${where}`.execute(db)).numAffectedRows ?? 0n)
  const set = Object.entries(one.columns).flatMap(([name, [, erasing]]) => (erasing === 'keep' ? [] : [sql`${sql.id(name)} = ${valueOf(erasing, `p.${one.id}`, sealed)}`]))
  return Number((await sql`update ${sql.table(one.table)} p set ${sql.join(set)} where ${where}`.execute(db)).numAffectedRows ?? 0n)
}

// --- texts ----------------------------------------------------------------------------------------

type Kind = 'text' | 'jsonb' | 'array'
interface TextTable {
  table: string
  columns: { name: string; kind: Kind }[]
}

/** Every column of the database that holds text and may be written; pairs of characters by which rows are found are made anew from what they are of. */
export async function textTables(db: Db): Promise<TextTable[]> {
  const { rows } = await sql<{ table: string; name: string; kind: Kind }>`
    select c.relname as table, a.attname as name, case a.atttypid when 'jsonb'::regtype then 'jsonb' when 'text[]'::regtype then 'array' else 'text' end as kind
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'search_grams'
      and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
    order by 1, a.attnum`.execute(db)
  const found = new Map<string, TextTable>()
  for (const { table, name, kind } of rows) {
    const one = found.get(table) ?? { table, columns: [] }
    one.columns.push({ name, kind })
    found.set(table, one)
  }
  return [...found.values()]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')

/** What finds somebody within a text: an expression of PostgreSQL, and its words as LIKE takes them, which is quicker and comes first. */
interface Words {
  pattern: string
  words: string[]
}

/** What a person is found by in texts about people, and in what else the house has written, where a name may be a word. */
export interface Naming {
  everywhere: Words | null
  amongPeople: Words
}

const likeWord = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The person's numbers and, where they are wanted, their names; null for somebody who has none. */
export function namingOf(person: Person, withNames: boolean): Naming | null {
  const [numbers, mails] = [[...person.mobiles, ...person.idCards], [...person.emails]]
  const names = withNames ? [...person.names].filter((name) => [...name].length >= 2) : []
  const parts = [...numbers.map((n) => `(?<![0-9])${escaped(n)}(?![0-9])`), ...mails.map((mail) => `(?<![a-z0-9._+-])${escaped(mail)}(?![a-z0-9-])`)]
  // A mail address as it may have been typed.
  const words = [...numbers, ...mails, ...mails.map((mail) => mail.toUpperCase())]
  if (words.length + names.length === 0) return null
  return {
    everywhere: words.length > 0 ? { pattern: parts.join('|'), words: words.map(likeWord) } : null,
    amongPeople: { pattern: [...parts, ...names.map(escaped)].join('|'), words: [...words, ...names].map(likeWord) },
  }
}

/** What the house has written of itself and of companies: a name found there is most likely a word, as 黄金 is in the name of a mine. */
const NOT_OF_PEOPLE: ReadonlySet<string> = new Set([
  'company', 'company_gram', 'company_change', 'stock_list_row', 'menu', 'role', 'permit', 'dict', 'dict_item', 'dept', 'post', 'usergroup', 'industry', 'indicator', 'fee_standard', 'member_category', 'data_item', 'setting',
  'sys_system', 'installation', 'letter_template', 'letter_issuer', 'message_template', 'meeting_room', 'sms_quota', 'seed_done', 'connector_status', 'erasure',
])

const textOf = ({ name, kind }: TextTable['columns'][number]) => (kind === 'text' ? column(name) : kind === 'jsonb' ? sql`${column(name)}::text` : sql`array_to_string(${column(name)}, chr(10))`)

function replaced({ name, kind }: TextTable['columns'][number], pattern: string): RawBuilder<unknown> {
  const put = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, ${pattern}, ${IN_TEXT}, 'gi')`
  if (kind === 'text') return put(column(name))
  if (kind === 'jsonb') return sql`${put(sql`${column(name)}::text`)}::jsonb`
  return sql`(select coalesce(array_agg(${put(sql`x`)} order by n), '{}') from unnest(${column(name)}) with ordinality as u(x, n))`
}

/** Tables that are kept as they are, by the register; many of them nobody may change. */
const keptTables = (): ReadonlySet<string> => new Set(['schema_migration', 'audit_seal', 'audit_sealed', ...personalTables().filter(({ fate }) => fate === 'keep').map(({ table }) => table)])

/** Columns that stay as they are in tables that are erased otherwise. */
function keptColumns(): Map<string, Set<string>> {
  const kept = new Map<string, Set<string>>()
  for (const { table, columns, fate } of personalTables())
    for (const [name, [, erasing]] of Object.entries(columns)) if (fate === 'erase' && erasing === 'keep') kept.set(table, (kept.get(table) ?? new Set()).add(name))
  return kept
}

export interface Mention {
  table: string
  rows: number
}

/** Texts that name the person, wherever in the database; `write` replaces what they say, and takes rows away that are only kept for a while. */
export async function mentions(db: Db, naming: Naming, write: boolean): Promise<Mention[]> {
  const [kept, whole] = [keptColumns(), keptTables()]
  const found: Mention[] = []
  for (const { table, columns } of await textTables(db)) {
    if (whole.has(table)) continue
    const open = columns.filter(({ name }) => !kept.get(table)?.has(name))
    const wanted = NOT_OF_PEOPLE.has(table) ? naming.everywhere : naming.amongPeople
    if (open.length === 0 || wanted === null) continue
    const { pattern, words } = wanted
    const named = sql`(${sql.join(open.map((one) => sql`(${textOf(one)} like any(${words}::text[]) and ${textOf(one)} ~* ${pattern})`), sql` or `)})`
    const rows = write
      ? Number(
          (forgottenTables().has(table)
            ? await sql`delete from ${sql.table(table)} p where ${named}`.execute(db)
            : await sql`update ${sql.table(table)} p set ${sql.join(open.map((one) => sql`${sql.id(one.name)} = ${replaced(one, pattern)}`))} where ${named}`.execute(db)
          ).numAffectedRows ?? 0n,
        )
      : ((await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} p where ${named}`.execute(db)).rows[0]?.n ?? 0)
    if (rows > 0) found.push({ table, rows })
  }
  return found
}

/** Rows of people who were not taken and whose months have gone by. */
export async function refusedDue(db: Db, one: PersonalTable, months: number, limit: number): Promise<string[]> {
  const { refused, by, id, table } = one
  if (!refused || !by.name) return []
  const { rows } = await sql<{ id: string }>`select ${column(id)}::text as id from ${sql.table(table)} p
    where ${column(refused.column)} = ${all(refused.statuses)} and ${column(refused.since)} < now() - make_interval(months => ${months}::int) and ${column(by.name)} <> ${NEUTRAL_NAME}
    order by ${column(id)} limit ${limit}`.execute(db)
  return rows.map((r) => r.id)
}
