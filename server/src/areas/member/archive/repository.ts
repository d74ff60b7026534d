import type { FileItem } from '@assoc/contract'
import { sql, type Insertable, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Tables } from '../../../platform/database/tables'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companyOfMember, holding as membersHolding } from '../membership/repository'
import { memberShort, party, partyShort } from '../membership/party.repository'

const ofMember = (column: string) => sql`(select m.${sql.ref(column)} from member m where m.member_id = t.member_id)`
export const computed = {
  companyName: companyOfMember,
  memberNo: ofMember('member_no'),
  memberName: memberShort,
}

/** Archives whose number or title holds the keyword, or whose member does; each half by its own index. */
export function holding(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const text = exact ? sql`` : sql` and (a.archive_no ilike ${contains(keyword.trim())} or a.title ilike ${contains(keyword.trim())})`
  return sql<SqlBool>`t.archive_id = any(array(
    select a.archive_id from member_archive a where a.search_grams @> ${grams}::text[]${text}
    union select a.archive_id from member_archive a where a.member_id = any(array(select m.member_id from member m where ${membersHolding(keyword, 'm')}))))`
}

export const noteArchived = (db: Db, archiveId: string, day: string) =>
  db.updateTable('member_archive').set({ archive_date: day }).where('archive_id', '=', archiveId).where('archive_date', 'is', null).execute()

export const noteAsked = (db: Db, archiveId: string, userId: string | null) => db.updateTable('member_archive').set({ asked_by: userId }).where('archive_id', '=', archiveId).execute()

/** Lets go of a destroyed archive's files: its row stays and tells that there was one. */
export const dropDocuments = (db: Db, archiveId: string) => db.updateTable('member_archive').set({ papers: '[]' }).where('archive_id', '=', archiveId).execute()

export interface Packed {
  archive_no: string
  archive_type: string
  title: string
  papers: FileItem[]
}

/** Archives of a member that still have their documents, those within the person's scope. */
export const archivesOf = async (db: Db, principal: Principal, entity: Entity, memberId: string): Promise<Packed[]> =>
  (
    await sql<Packed>`select t.archive_no, t.archive_type, t.title, t.papers from member_archive t
      where t.member_id = ${memberId}::bigint and t.archive_status <> 'destroyed' and ${withinScope(principal, entity, 't')} order by t.archive_no`.execute(db)
  ).rows

export const memberName = async (db: Db, memberId: string): Promise<{ no: string; name: string } | undefined> =>
  (await sql<{ no: string; name: string }>`select m.member_no as no, ${partyShort} as name from member m ${party} where m.member_id = ${memberId}::bigint`.execute(db)).rows[0]

/** Companies' memberships that stand, for the demo. */
export const someMembers = async (db: Db, count: number) =>
  (
    await sql<{ member_id: string; name: string; dept_id: string | null; create_by: string | null }>`
      select m.member_id, ${partyShort} as name, m.dept_id, m.create_by from member m ${party}
      where not m.deleted and m.member_status = 'normal' and m.company_id is not null order by m.member_id limit ${count}`.execute(db)
  ).rows

export const seedArchive = async (db: Db, archive: Omit<Insertable<Tables['member_archive']>, 'remark'>): Promise<string> =>
  (await db.insertInto('member_archive').values({ ...archive, remark: null }).returning('archive_id').executeTakeFirstOrThrow()).archive_id

export const setDocuments = (db: Db, archiveId: string, papers: readonly object[]) => db.updateTable('member_archive').set({ papers: JSON.stringify(papers) }).where('archive_id', '=', archiveId).execute()
