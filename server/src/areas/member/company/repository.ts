import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { prepared } from '../../../platform/database/prepared'
import type { CompanyFields } from './fields'
import { gramsOfSearchText, pinyinOf, searchTextOf } from './grams'
import { grownHistory, type CompanyHistory } from './history'
import type { CompanyTable } from './tables'

export type NewCompany = Insertable<CompanyTable>
export type StoredCompany = Selectable<CompanyTable>

/** A deleted company counts as not there. */
export const isDeleted = sql<SqlBool>`deleted`

const columnsOf = (fields: CompanyFields) => ({
  company_name: fields.companyName,
  short_name: fields.shortName,
  short_pinyin: pinyinOf(fields.shortName),
  company_type: fields.companyType,
  stock_code: fields.stockCode,
  stock_code_b: fields.stockCodeB,
  exchange: fields.exchange,
  board: fields.board,
  credit_code: fields.creditCode,
  list_date: fields.listDate,
  total_shares: fields.totalShares,
  jurisdiction: fields.jurisdiction,
  csrc_industry: fields.csrcIndustry,
  sw_industry: fields.swIndustry,
  legal_rep: fields.legalRep,
  reg_address: fields.regAddress,
  office_address: fields.officeAddress,
  company_phone: fields.companyPhone,
  company_email: fields.companyEmail,
  controller_type: fields.controllerType,
  dept_id: fields.deptId,
  remark: fields.remark,
})

const company = prepared(
  (db, companyId: string) =>
    db
      .selectFrom('company as c')
      .selectAll('c')
      .select(sql<string | null>`trim_scale(c.total_shares)::text`.as('total_shares'))
      .where('c.company_id', '=', companyId)
      .where(sql<boolean>`not c.deleted`),
)

/** One company as it is stored; undefined when it is deleted or was never there. */
export const findCompany = async (db: Db, companyId: string): Promise<StoredCompany | undefined> => (await company(db, companyId))[0]

/** A company, locked until the end of the transaction; undefined when it is deleted or was never there. */
export async function lockCompany(db: Db, companyId: string): Promise<StoredCompany | undefined> {
  await sql`select 1 from company where company_id = ${companyId}::bigint for update`.execute(db)
  return findCompany(db, companyId)
}

/** Inserts a company of the person with the grams it is found by; answers its id. */
export async function insertCompany(db: Db, fields: CompanyFields, listStatus: string, userId: string): Promise<string> {
  const search_text = searchTextOf(fields)
  const { company_id } = await db
    .insertInto('company')
    .values({ ...columnsOf(fields), list_status: listStatus, search_text, create_by: userId, update_by: userId })
    .returning('company_id')
    .executeTakeFirstOrThrow()
  await addGrams(db, company_id, gramsOfSearchText(search_text))
  return company_id
}

export type { CompanyHistory }
export const historyOf = (row: StoredCompany): CompanyHistory => ({ oldStockCode: row.old_stock_code, formerNames: row.former_names })

export const grown = (before: StoredCompany, fields: CompanyFields): CompanyHistory =>
  grownHistory({ companyName: before.company_name, shortName: before.short_name, stockCode: before.stock_code, ...historyOf(before) }, fields)

/**
 * Writes only while the version is the one the editor has read; undefined when it is not. Names and codes that are given up are
 * kept as former ones, unless the action says itself what the history is to be.
 */
export async function updateCompany(db: Db, before: StoredCompany, version: number, fields: CompanyFields, userId: string, history: CompanyHistory = grown(before, fields)) {
  const search_text = searchTextOf({ ...fields, ...history })
  const done = await db
    .updateTable('company')
    .set({ ...columnsOf(fields), old_stock_code: history.oldStockCode, former_names: history.formerNames, search_text, update_by: userId, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('company_id', '=', before.company_id)
    .where('version', '=', version)
    .where(sql<boolean>`not deleted`)
    .returning('version')
    .executeTakeFirst()
  if (done && search_text !== before.search_text) await replaceGrams(db, before.company_id, before.search_text, search_text)
  return done
}

/** Marks a company deleted and takes it out of the search; undefined when the version has moved. */
export async function deleteCompany(db: Db, before: StoredCompany, version: number, userId: string) {
  const done = await db
    .updateTable('company')
    .set({ deleted: true, update_by: userId, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('company_id', '=', before.company_id)
    .where('version', '=', version)
    .where(sql<boolean>`not deleted`)
    .returning('version')
    .executeTakeFirst()
  if (done) await removeGrams(db, before.company_id, gramsOfSearchText(before.search_text))
  return done
}

/** Takes a deleted company back into the register and its search; undefined when it is not deleted, or its version has moved. */
export async function undeleteCompany(db: Db, companyId: string, version: number, userId: string) {
  const done = await db
    .updateTable('company')
    .set({ deleted: false, update_by: userId, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('company_id', '=', companyId)
    .where('version', '=', version)
    .where(sql<boolean>`deleted`)
    .returning(['version', 'search_text'])
    .executeTakeFirst()
  if (done) await addGrams(db, companyId, gramsOfSearchText(done.search_text))
  return done
}

export const addGrams = (db: Db, companyId: string, grams: readonly string[]) =>
  sql`insert into company_gram (gram, company_id) select g, ${companyId}::bigint from unnest(${grams}::text[]) g on conflict do nothing`.execute(
    db,
  )

export const removeGrams = (db: Db, companyId: string, grams: readonly string[]) =>
  sql`delete from company_gram where company_id = ${companyId}::bigint and gram = any(${grams}::text[])`.execute(db)

export async function replaceGrams(db: Db, companyId: string, before: string, after: string): Promise<void> {
  const [old, now] = [new Set(gramsOfSearchText(before)), new Set(gramsOfSearchText(after))]
  const gone = [...old].filter((g) => !now.has(g))
  const come = [...now].filter((g) => !old.has(g))
  if (gone.length > 0) await removeGrams(db, companyId, gone)
  if (come.length > 0) await addGrams(db, companyId, come)
}
