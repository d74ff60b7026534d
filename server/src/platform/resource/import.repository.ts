import type { Db } from '../database/database'

/** A row of a workbook: its cells as they stood, the fields they give, what is wrong. `row` is its number in the sheet. */
export interface ImportRow {
  row: number
  cells: (string | null)[]
  fields: Record<string, unknown> | null
  messages: string[]
}

export interface Import {
  importId: string
  header: string[]
  rows: ImportRow[]
  written: boolean
}

export async function keepImport(db: Db, userId: string, resource: string, fileName: string, header: readonly string[], rows: readonly ImportRow[]): Promise<string> {
  const { import_id } = await db
    .insertInto('resource_import')
    .values({ user_id: userId, resource, file_name: fileName, header: JSON.stringify(header), rows: JSON.stringify(rows) })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  return import_id
}

/** The person's own import of a resource; held to the end of the transaction where it is to be written. */
export async function findImport(db: Db, userId: string, resource: string, importId: string, hold = false): Promise<Import | undefined> {
  let query = db
    .selectFrom('resource_import')
    .select(['header', 'rows', 'import_status'])
    .where('import_id', '=', importId)
    .where('user_id', '=', userId)
    .where('resource', '=', resource)
  if (hold) query = query.forUpdate()
  const found = await query.executeTakeFirst()
  return found && { importId, header: found.header as string[], rows: found.rows as ImportRow[], written: found.import_status === 'written' }
}

/** Marks an import written and keeps what was wrong with the rows that were left out. */
export const closeImport = (db: Db, importId: string, rows: readonly ImportRow[]) =>
  db.updateTable('resource_import').set({ import_status: 'written', rows: JSON.stringify(rows) }).where('import_id', '=', importId).execute()
