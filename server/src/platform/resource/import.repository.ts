import { sql, type SqlBool } from 'kysely'
import type { Db } from '../database/database'

/** A row of a workbook: its cells as they stood, the fields they give, what is wrong. `row` is its number in the sheet. */
export interface ImportRow {
  row: number
  cells: (string | null)[]
  fields: Record<string, unknown> | null
  messages: string[]
}

/** A row as it is kept: `position` tells when its turn is to be written. */
export interface KeptRow extends ImportRow {
  position: number
}

export type ImportStatus = 'checking' | 'checked' | 'writing' | 'written'

export interface Import {
  importId: string
  fileName: string
  header: string[]
  total: number
  /** As it stands now: what a work was doing and does no more has come to rest. A check that was stopped is null: nothing can be written of it. */
  status: ImportStatus | null
  workId: string | null
}

export interface NewImport {
  userId: string
  resource: string
  fileName: string
  header: readonly string[]
  /** In the order in which they are to be written. */
  rows: readonly ImportRow[]
  status: ImportStatus
}

/** Rows that are kept or read at a time. */
export const PART = 1000

export async function keepImport(db: Db, { userId, resource, fileName, header, rows, status }: NewImport): Promise<string> {
  const { import_id } = await db
    .insertInto('resource_import')
    .values({ user_id: userId, resource, file_name: fileName, header: JSON.stringify(header), total: rows.length, import_status: status })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < rows.length; at += PART) {
    const part = rows.slice(at, at + PART).map(({ row, cells, fields, messages }, i) => ({ position: at + i + 1, row_no: row, cells, fields, messages }))
    await sql`insert into resource_import_row (import_id, position, row_no, cells, fields, messages)
      select ${import_id}, position, row_no, cells, nullif(fields, 'null'), messages
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r (position int, row_no int, cells jsonb, fields jsonb, messages text[])`.execute(db)
  }
  return import_id
}

/** The person's own import of a resource; held to the end of the transaction where it is to be written. */
export async function findImport(db: Db, userId: string, resource: string, importId: string, hold = false): Promise<Import | undefined> {
  let query = db
    .selectFrom('resource_import')
    .select(['file_name', 'header', 'import_status', 'total', 'work_id'])
    .select(sql<string | null>`(select w.work_status from work w where w.work_id = resource_import.work_id)`.as('work_status'))
    .where('import_id', '=', importId)
    .where('user_id', '=', userId)
    .where('resource', '=', resource)
  if (hold) query = query.forUpdate()
  const found = await query.executeTakeFirst()
  if (!found) return undefined
  const busy = found.work_status !== null && ['queued', 'running', 'failed'].includes(found.work_status)
  const status = found.import_status === 'checking' && !busy ? null : found.import_status === 'writing' && !busy ? 'checked' : found.import_status
  return { importId, fileName: found.file_name, header: found.header as string[], total: found.total, status, workId: busy ? found.work_id : null }
}

/** Rows that can be written and are not yet, after a position, in the order of their turns. */
export async function openRows(db: Db, importId: string, after: number, limit = PART): Promise<KeptRow[]> {
  const rows = await db
    .selectFrom('resource_import_row')
    .select(['position', 'row_no', 'cells', 'fields', 'messages'])
    .where('import_id', '=', importId)
    .where('position', '>', after)
    .where('fields', 'is not', null)
    .where(sql<SqlBool>`messages = '{}'`)
    .where(sql<SqlBool>`not written`)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(kept)
}

/** The rows with something wrong, by their numbers in the sheet. */
export async function badRows(db: Db, importId: string, limit?: number): Promise<KeptRow[]> {
  const query = db.selectFrom('resource_import_row').select(['position', 'row_no', 'cells', 'fields', 'messages']).where('import_id', '=', importId).where(sql<SqlBool>`messages <> '{}'`).orderBy('row_no')
  return (await (limit === undefined ? query : query.limit(limit)).execute()).map(kept)
}

const kept = (r: { position: number; row_no: number; cells: unknown; fields: unknown; messages: string[] }): KeptRow => ({
  position: r.position,
  row: r.row_no,
  cells: r.cells as (string | null)[],
  fields: r.fields as Record<string, unknown> | null,
  messages: r.messages,
})

/** The values of a field in the rows that can be written and are not yet, each once; of a list those in it. */
export const valuesIn = async (db: Db, importId: string, field: string): Promise<string[]> =>
  (
    await sql<{ value: string }>`select distinct v.value from resource_import_row r,
        jsonb_array_elements_text(case jsonb_typeof(r.fields -> ${field}) when 'array' then r.fields -> ${field} else jsonb_build_array(r.fields -> ${field}) end) v
      where r.import_id = ${importId}::bigint and r.fields ->> ${field} is not null and r.messages = '{}' and not r.written`.execute(db)
  ).rows.map((row) => row.value)

export async function countRows(db: Db, importId: string): Promise<{ bad: number; written: number }> {
  const { rows } = await sql<{ bad: number; written: number }>`
    select (count(*) filter (where messages <> '{}'))::int as bad, (count(*) filter (where written))::int as written from resource_import_row where import_id = ${importId}::bigint`.execute(db)
  return rows[0] ?? { bad: 0, written: 0 }
}

/** Notes of rows that were tried what became of them: what is wrong, or that they are written. */
export async function settleRows(db: Db, importId: string, rows: readonly KeptRow[], written: boolean): Promise<void> {
  const bad = rows.filter((r) => r.messages.length > 0).map(({ position, messages }) => ({ position, messages }))
  if (bad.length > 0)
    await sql`update resource_import_row r set messages = b.messages
      from jsonb_to_recordset(${JSON.stringify(bad)}::jsonb) as b (position int, messages text[]) where r.import_id = ${importId}::bigint and r.position = b.position`.execute(db)
  const good = rows.filter((r) => r.messages.length === 0).map((r) => r.position)
  if (written && good.length > 0) await sql`update resource_import_row set written = true where import_id = ${importId}::bigint and position = any(${good}::int[])`.execute(db)
}

/** Fields by titles, as the person mapped them for a resource the last time. */
export async function mappingOf(db: Db, userId: string, resource: string): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('import_mapping').select(['title', 'field']).where('user_id', '=', userId).where('resource', '=', resource).execute()
  return new Map(rows.map(({ title, field }) => [title, field]))
}

/** Titles that a person maps for one resource; files of other layouts add to them. */
const MOST_MAPPED = 1000

/** Remembers a mapping. What it says nothing of stays, for files of another layout. */
export async function keepMapping(db: Db, userId: string, resource: string, mapping: ReadonlyMap<string, string | null>): Promise<void> {
  const known = await mappingOf(db, userId, resource)
  if (known.size > MOST_MAPPED) await db.deleteFrom('import_mapping').where('user_id', '=', userId).where('resource', '=', resource).execute()
  const values = [...mapping].map(([title, field]) => ({ user_id: userId, resource, title, field }))
  if (values.length === 0) return
  await db.insertInto('import_mapping').values(values).onConflict((c) => c.columns(['user_id', 'resource', 'title']).doUpdateSet((e) => ({ field: e.ref('excluded.field') }))).execute()
}

export const setStatus = (db: Db, importId: string, status: ImportStatus, workId?: string) =>
  db
    .updateTable('resource_import')
    .set({ import_status: status, ...(workId === undefined ? {} : { work_id: workId }) })
    .where('import_id', '=', importId)
    .execute()

/** Marks an import written. What stands in the system now is not kept a second time; the rows that were left out stay, for the file of errors. */
export async function closeImport(db: Db, importId: string): Promise<void> {
  await setStatus(db, importId, 'written')
  await sql`update resource_import_row set cells = '[]', fields = null where import_id = ${importId}::bigint and written`.execute(db)
}
