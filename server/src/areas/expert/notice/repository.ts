import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { ownerName } from '../../../platform/identity/people'
import '../scheme/tables'

export const noticeComputed = {
  schemeName: sql<string>`(select s.scheme_name from eval_scheme s where s.scheme_id = t.scheme_id)`,
  openObjections: sql<number>`(select count(*)::int from eval_objection o where o.notice_id = t.notice_id and o.objection_status = 'open')`,
}

const ofResult = (what: RawBuilder<unknown>) => sql`(select ${what} from eval_grade_result r where r.result_id = t.result_id)`
export const objectionComputed = {
  noticeTitle: sql<string>`(select n.notice_title from eval_notice n where n.notice_id = t.notice_id)`,
  subjectName: ofResult(sql`concat_ws(' · ', (select p.name from director_base p where p.person_id = r.person_id), (select c.short_name from company_public c where c.company_id = r.company_id))`),
  gradeCode: ofResult(sql`r.grade_code`),
  handlerName: ownerName('t.handler_id'),
  revisedScore: sql<number | null>`t.revised_score::float8`,
  overdue: sql<boolean>`t.objection_status = 'open' and t.handle_before < (now() at time zone 'Asia/Shanghai')::date`,
}

/** Whoever is left out of a choice of accounts: nobody. */
export const NOBODY = sql`select null::bigint where false`

export interface HeldNotice {
  noticeId: string
  schemeId: string
  noticeStatus: string
  startTime: Date | null
  endTime: Date
  /** What the clock of the database says once the notice is held. */
  now: Date
}

const notice = (db: Db, noticeId: string) =>
  db.selectFrom('eval_notice').select(['notice_id as noticeId', 'scheme_id as schemeId', 'notice_status as noticeStatus', 'start_time as startTime', 'end_time as endTime', sql<Date>`clock_timestamp()`.as('now')]).where('notice_id', '=', noticeId)

/** The notice, held to the end of the transaction: no objection comes in meanwhile. */
export const holdNotice = (db: Db, noticeId: string): Promise<HeldNotice | undefined> => notice(db, noticeId).forUpdate().executeTakeFirst()
/** The notice, which is not published before the transaction ends. */
export const shareNotice = (db: Db, noticeId: string): Promise<HeldNotice | undefined> => notice(db, noticeId).forShare().executeTakeFirst()

export const openObjections = async (db: Db, noticeId: string): Promise<number> =>
  (await db.selectFrom('eval_objection').select(sql<number>`count(*)::int`.as('n')).where('notice_id', '=', noticeId).where('objection_status', '=', 'open').executeTakeFirstOrThrow()).n

/** Puts the results of a scheme on show; from here on they are frozen. */
export async function putOnShow(db: Db, noticeId: string, schemeId: string): Promise<void> {
  await sql`update eval_grade_result set notice_id = ${noticeId}::bigint where scheme_id = ${schemeId}::bigint and notice_id is null and result_status = 'proposed'`.execute(db)
  await sql`
    update eval_notice n set start_time = now(), result_count = x.count, result_hash = x.hash
    from (select count(*)::int as count, encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', r.result_id, r.company_id, r.person_id, r.score, r.rank_no, r.grade_code), E'\n' order by r.result_id), ''), 'UTF8')), 'hex') as hash
      from eval_grade_result r where r.notice_id = ${noticeId}::bigint) x
    where n.notice_id = ${noticeId}::bigint`.execute(db)
}

/** Publishes all that a notice has on show by one statement; answers how many there are. */
export async function publishResults(db: Db, noticeId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update eval_grade_result set result_status = 'published', publish_time = now(), update_time = now(), version = version + 1
    where notice_id = ${noticeId}::bigint and result_status = 'proposed'`.execute(db)
  await db.updateTable('eval_notice').set({ publish_time: sql<Date>`now()` }).where('notice_id', '=', noticeId).execute()
  return Number(numAffectedRows ?? 0n)
}

export const shownResult = (db: Db, resultId: string) =>
  db.selectFrom('eval_grade_result').select(['notice_id as noticeId', 'result_status as resultStatus', 'scheme_id as schemeId']).where('result_id', '=', resultId).forUpdate().executeTakeFirst()

/** What was decided about an objection. */
export const noteDecision = (db: Db, objectionId: string, opinion: string | null, revisedScore: number | null) =>
  db.updateTable('eval_objection').set({ opinion, revised_score: revisedScore, close_time: sql<Date>`now()` }).where('objection_id', '=', objectionId).execute()

/** The score that an objection has changed, with what follows from it for this one result. */
export const reviseResult = (db: Db, resultId: string, set: { score: number; rank: number | null; code: string }) =>
  db.updateTable('eval_grade_result').set({ score: set.score, rank_no: set.rank, grade_code: set.code, update_time: sql<Date>`now()`, version: sql<number>`version + 1` }).where('result_id', '=', resultId).execute()

export interface ShownRow {
  name: string | null
  companyName: string
  stockCode: string | null
  gradeCode: string
  gradeName: string
}

/** What a notice shows, by grade and stock code; on scales by rank whoever is in the last grade is not named. */
export async function shownRows(db: Db, noticeId: string): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select p.name, c.short_name as "companyName", c.stock_code as "stockCode", r.grade_code as "gradeCode", g.grade_name as "gradeName"
    from eval_grade_result r
    join eval_scheme s on s.scheme_id = r.scheme_id
    join eval_grade g on g.scheme_id = r.scheme_id and g.grade_code = r.grade_code
    join company_public c on c.company_id = r.company_id
    left join director_base p on p.person_id = r.person_id
    where r.notice_id = ${noticeId}::bigint and r.result_status <> 'disqualified'
      and (s.grade_scale = 'score' or exists (select from eval_grade l where l.scheme_id = g.scheme_id and l.grade_order > g.grade_order))
    order by g.grade_order, c.stock_code nulls last, p.name, r.result_id`.execute(db)
  return rows
}

export interface PrintedNotice {
  noticeTitle: string
  schemeName: string
  foreword: string | null
  contactWay: string
  startTime: Date | null
  endTime: Date
  noticeStatus: string
  resultHash: string | null
}

export async function printedNotice(db: Db, noticeId: string): Promise<PrintedNotice | undefined> {
  const { rows } = await sql<PrintedNotice>`
    select n.notice_title as "noticeTitle", s.scheme_name as "schemeName", n.foreword, n.contact_way as "contactWay", n.start_time as "startTime", n.end_time as "endTime", n.notice_status as "noticeStatus", n.result_hash as "resultHash"
    from eval_notice n join eval_scheme s on s.scheme_id = n.scheme_id where n.notice_id = ${noticeId}::bigint`.execute(db)
  return rows[0]
}
