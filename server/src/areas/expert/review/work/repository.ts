import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import '../tables'
import type { KeptAuthor } from './authors'

export const computed = {
  authors: sql`coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'unit', a.unit, 'mobile', a.mobile, 'idCard', a.id_card) order by a.position) from review_work_author a where a.work_id = t.work_id), '[]')`,
  // How a workbook says the authors; the lines are what is kept.
  authorsText: sql<string | null>`null`,
  companyName: sql<string | null>`(select c.short_name from company_public c where c.company_id = t.company_id)`,
  authorNames: sql<string>`coalesce((select string_agg(a.name, '、' order by a.position) from review_work_author a where a.work_id = t.work_id), '')`,
  batchCount: sql<number>`(select count(*)::int from review_item i where i.reviewable = 'work' and i.object_id = t.work_id)`,
}

/** Authors of a work as they are kept; the record shows them with masked numbers. */
export async function authorsOf(db: Db, workId: string): Promise<KeptAuthor[]> {
  const { rows } = await sql<KeptAuthor>`
    select a.name, a.unit, a.mobile, a.id_card as "idCard", a.mobile_print as "mobilePrint", a.id_card_print as "idCardPrint" from review_work_author a where a.work_id = ${workId}::bigint order by a.position`.execute(db)
  return rows
}

export async function writeAuthors(db: Db, workId: string, authors: readonly KeptAuthor[]): Promise<void> {
  await db.deleteFrom('review_work_author').where('work_id', '=', workId).execute()
  if (authors.length === 0) return
  await db
    .insertInto('review_work_author')
    .values(authors.map((author, position) => ({ work_id: workId, position, name: author.name, unit: author.unit, mobile: author.mobile, id_card: author.idCard, mobile_print: author.mobilePrint, id_card_print: author.idCardPrint, company_id: null })))
    .execute()
  // A unit that is a company by its full or short name is that company.
  await sql`update review_work_author a set company_id = c.company_id from company_public c where a.work_id = ${workId}::bigint and a.unit in (c.company_name, c.short_name) and not c.deleted`.execute(db)
}

/** The batches, by name, that a work is in. */
export const batchesOfWork = async (db: Db, workId: string): Promise<{ batchName: string; begun: boolean }[]> =>
  (
    await sql<{ batchName: string; begun: boolean }>`select b.batch_name as "batchName", b.frozen_time is not null as begun
      from review_item i join review_batch b on b.batch_id = i.batch_id where i.reviewable = 'work' and i.object_id = ${workId}::bigint order by b.batch_id`.execute(db)
  ).rows

export interface BlindFile {
  workId: string
  fileId: string
  blindFileId: string
}

export const blindFiles = (db: Db, workIds: readonly string[]): Promise<BlindFile[]> =>
  workIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('review_work_file').select(['work_id as workId', 'file_id as fileId', 'blind_file_id as blindFileId']).where('work_id', 'in', [...workIds]).orderBy('work_id').orderBy('position').execute()

export const addBlindFile = (db: Db, file: BlindFile, position: number) =>
  db
    .insertInto('review_work_file')
    .values({ work_id: file.workId, file_id: file.fileId, blind_file_id: file.blindFileId, position })
    .onConflict((c) => c.columns(['work_id', 'file_id']).doUpdateSet({ position }))
    .execute()

export const dropBlindFiles = async (db: Db, workId: string, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length > 0) await db.deleteFrom('review_work_file').where('work_id', '=', workId).where('file_id', 'in', [...fileIds]).execute()
}

export interface WorkFacts {
  workId: string
  title: string
  summary: string | null
  companyName: string | null
  companyShort: string | null
  names: (string | null)[]
  files: { fileId: string; blindFileId: string }[]
}

/** What a work is made of. */
export async function workFacts(db: Db, workId: string): Promise<WorkFacts | undefined> {
  const { rows } = await sql<WorkFacts>`
    select w.work_id as "workId", w.title, w.summary, c.company_name as "companyName", c.short_name as "companyShort",
      array(select unnest(array[a.name, a.unit]) from review_work_author a where a.work_id = w.work_id) as names,
      coalesce((select jsonb_agg(jsonb_build_object('fileId', f.file_id::text, 'blindFileId', f.blind_file_id::text) order by f.position) from review_work_file f where f.work_id = w.work_id), '[]') as files
    from review_work w left join company_public c on c.company_id = w.company_id where w.work_id = ${workId}::bigint`.execute(db)
  return rows[0]
}

export interface PartyRow {
  workId: string
  name: string | null
  unit: string | null
  mobilePrint: string | null
  idCardPrint: string | null
  companyId: string | null
}

/** Persons behind works, and the companies that sent them in. */
export async function partiesOfWorks(db: Db, workIds: readonly string[]): Promise<PartyRow[]> {
  const { rows } = await sql<PartyRow>`
    select work_id as "workId", name, unit, mobile_print as "mobilePrint", id_card_print as "idCardPrint", company_id as "companyId" from review_work_author where work_id = any(${[...workIds]}::bigint[])
    union all
    select w.work_id, null, c.company_name, null, null, w.company_id from review_work w join company_public c on c.company_id = w.company_id where w.work_id = any(${[...workIds]}::bigint[])`.execute(db)
  return rows
}
