import { sql, type SqlBool } from 'kysely'
import { withinScope } from '../../../platform/access/entities'
import type { Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'
import { gramsOfKeyword, initials, normalise } from '../../../platform/search/grams'
import { __entity__Entity } from './entity'
import './tables'

const SORT = { __entity__Name: '__snake___name', updateTime: 'update_time' } as const

export interface __Entity__Fields {
  __entity__Name: string
  remark?: string | null | undefined
}

const row = (fields: __Entity__Fields) => ({
  __snake___name: fields.__entity__Name,
  remark: fields.remark ?? null,
  search_text: [fields.__entity__Name, initials(fields.__entity__Name)].map(normalise).join('|'),
})

const select = (db: Db) =>
  db
    .selectFrom('__table__')
    .select(['__snake___id as __entity__Id', '__snake___name as __entity__Name', 'remark', 'update_time as updateTime', 'version'])

export type Stored__Entity__ = NonNullable<Awaited<ReturnType<typeof find__Entity__>>>

export async function list__Entity__s(db: Db, who: Who, input: PageInput<keyof typeof SORT> & { keyword?: string | null | undefined }) {
  let query = select(db).where(withinScope(who, __entity__Entity))
  const keyword = normalise(input.keyword ?? '')
  if (keyword) {
    const { grams, exact } = gramsOfKeyword(keyword)
    query = query.where(sql<SqlBool>`search_grams @> ${grams}::text[]`)
    if (!exact) query = query.where('search_text', 'like', contains(keyword))
  }
  return page(query, input, orderBy(input.sort, SORT, 'update_time', '__snake___id', 'desc'))
}

export const find__Entity__ = (db: Db, __entity__Id: string) => select(db).where('__snake___id', '=', __entity__Id).executeTakeFirst()

export const insert__Entity__ = (db: Db, fields: __Entity__Fields, who: Who) =>
  db
    .insertInto('__table__')
    .values({ ...row(fields), dept_id: who.deptId, create_by: who.userId })
    .returning('__snake___id as __entity__Id')
    .executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const update__Entity__ = (db: Db, __entity__Id: string, version: number, fields: __Entity__Fields) =>
  db
    .updateTable('__table__')
    .set({ ...row(fields), version: sql<number>`version + 1`, update_time: sql<Date>`now()` })
    .where('__snake___id', '=', __entity__Id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

export const delete__Entity__ = (db: Db, __entity__Id: string, version: number) =>
  db.deleteFrom('__table__').where('__snake___id', '=', __entity__Id).where('version', '=', version).returning('version').executeTakeFirst()
