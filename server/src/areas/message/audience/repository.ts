import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { deptName } from '../../../platform/identity/departments'
import { personName } from '../../../platform/identity/people'
import type { Audience } from '../message/audience.repository'
import { withoutErased } from './erased'

export const ownerOfAudience = personName('t.create_by')
export const deptOfAudience = deptName('t.dept_id')

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)
const isOwn = (principal: Principal, alias: string) => sql<SqlBool>`${column(alias, 'create_by')} = ${principal.userId}::bigint`
const isOfDept = (principal: Principal, alias: string) => sql<SqlBool>`(${column(alias, 'sharing')} <> 'self' and ${column(alias, 'dept_id')} = ${principal.deptId}::bigint)`

/** One's own, those of one's department that are shared with it, and those that are everybody's. */
export const isUsable = (principal: Principal, alias: string): Expression<SqlBool> =>
  sql<SqlBool>`(${isOwn(principal, alias)} or ${isOfDept(principal, alias)} or ${column(alias, 'sharing')} = 'all')`

/** One's own, and shared ones of one's department. */
export const isChangeable = (principal: Principal): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(${isOwn(principal, 't')} or ${isOfDept(principal, 't')}, false)`

export async function findAudience(db: Db, audienceId: string): Promise<Audience | undefined> {
  const row = await db.selectFrom('message_audience').select('audience').where('audience_id', '=', audienceId).executeTakeFirst()
  return row && withoutErased(row.audience)
}

interface Kept {
  audienceName: string
  sharing: 'self' | 'dept' | 'all'
  audience: Audience
  summary: string
}

export const insertAudience = async (db: Db, { audienceName, sharing, audience, summary }: Kept, by: { userId: string; deptId: string | null }): Promise<string> =>
  (
    await db
      .insertInto('message_audience')
      .values({ audience_name: audienceName, sharing, audience: JSON.stringify(audience), summary, dept_id: by.deptId, create_by: by.userId })
      .returning('audience_id')
      .executeTakeFirstOrThrow()
  ).audience_id

export const countOwn = async (db: Db, userId: string): Promise<number> =>
  Number((await db.selectFrom('message_audience').select(sql<string>`count(*)`.as('n')).where('create_by', '=', userId).executeTakeFirstOrThrow()).n)

/** Writes only while the version is the one that was read; false when it is not. */
export const updateAudience = async (db: Db, audienceId: string, version: number, audience: Audience, summary: string): Promise<boolean> =>
  (
    await db
      .updateTable('message_audience')
      .set({ audience: JSON.stringify(audience), summary, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('audience_id', '=', audienceId)
      .where('version', '=', version)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const categoriesNamed = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await sql<{ name: string }>`select category_name as name from member_category_public where category_id = any(${[...ids]}::bigint[]) order by category_level`.execute(db)).rows.map((r) => r.name)
