import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'

const countOf = (condition = sql``) => sql<number>`(select count(*) from access_review_line l where l.review_id = t.review_id ${condition})::int`

/** Fields of a review that its lines and people give; `t` is the review. */
export const reviewComputed = {
  lineCount: countOf(),
  pendingCount: countOf(sql`and l.decision = 'pending'`),
  takenBackCount: countOf(sql`and l.decision = 'takenBack'`),
  createdByName: sql<string | null>`(select u.real_name from sys_user u where u.user_id = t.create_by)`,
  signedByName: sql<string | null>`(select u.real_name from sys_user u where u.user_id = t.signed_by)`,
}

/** Who decided on lines of a review, as writers of what is signed; `t` is the review. */
export const deciders = sql`array(select distinct 'write:' || l.decided_by from access_review_line l where l.review_id = t.review_id and l.decided_by is not null)`

/** Fields of a line that stand elsewhere; `t` is the line. */
export const lineComputed = {
  decidedByName: sql<string | null>`(select u.real_name from sys_user u where u.user_id = t.decided_by)`,
  reviewStatus: sql<string>`(select r.review_status from access_review r where r.review_id = t.review_id)`,
}

/**
 * Lays the lines of a review: every role in use with a sensitive permit, of everybody whose account is not
 * cancelled, with the names as they are now. Answers how many there are.
 */
export async function seedLines(db: Db, reviewId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into access_review_line (review_id, user_id, dept_id, role_id, real_name, login_name, dept_name, role_name, expires_at, sensitive_count, sensitive_permits)
    select ${reviewId}::bigint, u.user_id, u.dept_id, r.role_id, u.real_name, u.login_name, d.dept_name, r.role_name, ur.expire_time, s.n, s.names
    from user_role ur
    join sys_user u on u.user_id = ur.user_id and u.account_status <> 'cancelled'
    join role r on r.role_id = ur.role_id and r.role_status = 'enabled'
    left join dept d on d.dept_id = u.dept_id
    join lateral (
      select count(*) as n, string_agg(p.permit_name, '、' order by p.permit_code) as names
      from role_permit rp join permit p on p.permit_id = rp.permit_id
      where rp.role_id = r.role_id and p.sensitive and p.permit_status = 'enabled' and (rp.expire_time is null or rp.expire_time > now())
    ) s on s.n > 0
    where ur.expire_time is null or ur.expire_time > now()
    order by u.user_id, r.role_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Holds a review open, or closed, until the transaction ends: decisions share it, signing takes it alone. */
export async function lockReview(db: Db, reviewId: string, mode: 'decide' | 'sign'): Promise<'open' | 'signedOff' | undefined> {
  const query = db.selectFrom('access_review').select('review_status').where('review_id', '=', reviewId)
  return (await (mode === 'sign' ? query.forUpdate() : query.forShare()).executeTakeFirst())?.review_status
}

export async function pendingOf(db: Db, reviewId: string): Promise<number> {
  const { n } = await db.selectFrom('access_review_line').select(sql<string>`count(*)`.as('n')).where('review_id', '=', reviewId).where('decision', '=', 'pending').executeTakeFirstOrThrow()
  return Number(n)
}

export const stampSignature = (db: Db, reviewId: string, by: string) =>
  db.updateTable('access_review').set({ signed_by: by, signed_time: sql<Date>`now()` }).where('review_id', '=', reviewId).execute()

export const stampDecision = (db: Db, lineId: string, by: string, reason: string | null) =>
  db.updateTable('access_review_line').set({ decided_by: by, decided_time: sql<Date>`now()`, decision_reason: reason }).where('line_id', '=', lineId).execute()

/** The role that a line is about. */
export const roleOfLine = (db: Db, lineId: string) => db.selectFrom('access_review_line').select(['user_id', 'role_id', 'role_name']).where('line_id', '=', lineId).executeTakeFirst()

/** A review that is under way, opened yesterday by the demo's security administrator. */
export async function seedDemoReview(db: Db): Promise<void> {
  const { rows } = await sql<{ review_id: string }>`
    insert into access_review (title, review_date, remark, create_by)
    select extract(year from ${TODAY})::text || ' 年度权限复核', ${TODAY} - 1,
      '每年一次，逐人确认敏感权限是否仍有必要', (select user_id from sys_user where login_name = 'xinanquan')
    returning review_id`.execute(db)
  if (rows[0]) await seedLines(db, rows[0].review_id)
}

/**
 * The day from which on the next review is due: so many months after the last one, or after the first account where there was none.
 * Null while one is open. Who asks waits for whoever is asking, until that transaction ends: of two at once the second sees the review.
 */
export async function lockDueDay(db: Db, months: number): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtext('access review due'))`.execute(db)
  const { rows } = await sql<{ due: string | null }>`
    select case when exists (select 1 from access_review where review_status = 'open') then null
      else (coalesce((select max(review_date) from access_review), (select min(create_time at time zone 'Asia/Shanghai')::date from sys_user)) + make_interval(months => ${months}))::date::text end as due`.execute(db)
  return rows[0]?.due ?? null
}

/** Opens a review of a day in nobody's name, with its lines; undefined when that day has one, or nobody holds a sensitive permit. */
export async function openReview(db: Db, given: { title: string; day: string; remark: string }): Promise<{ reviewId: string; lines: number } | undefined> {
  const { rows } = await sql<{ id: string }>`insert into access_review (title, review_date, remark) values (${given.title}, ${given.day}::date, ${given.remark})
    on conflict on constraint access_review_date_unique do nothing returning review_id::text as id`.execute(db)
  const reviewId = rows[0]?.id
  if (!reviewId) return undefined
  const lines = await seedLines(db, reviewId)
  if (lines > 0) return { reviewId, lines }
  await db.deleteFrom('access_review').where('review_id', '=', reviewId).execute()
  return undefined
}

/** Marks the open reviews as reminded that are older than so many days and were not reminded within the last week; answers them. */
export async function takeOverdue(db: Db, day: string, days: number): Promise<{ reviewId: string; title: string; pending: number }[]> {
  const { rows } = await sql<{ reviewId: string; title: string; pending: number }>`
    update access_review t set reminded_day = ${day}::date
    where t.review_status = 'open' and t.review_date + ${days}::int < ${day}::date and (t.reminded_day is null or t.reminded_day <= ${day}::date - 7)
    returning t.review_id::text as "reviewId", t.title, ${reviewComputed.pendingCount} as pending`.execute(db)
  return rows
}

/** Lines of open reviews that wait for a word, without those about this person. */
export async function pendingFor(db: Db, userId: string): Promise<{ lines: number; reviews: number; first: string | null }> {
  const { rows } = await sql<{ lines: number; reviews: number; first: string | null }>`select count(*)::int as lines, count(distinct l.review_id)::int as reviews, min(l.review_id)::text as first from access_review_line l join access_review r on r.review_id = l.review_id and r.review_status = 'open'
    where l.decision = 'pending' and l.user_id <> ${userId}::bigint`.execute(db)
  return rows[0] ?? { lines: 0, reviews: 0, first: null }
}

/** Mail addresses of people. */
export const mailsOf = async (db: Db, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return []
  const rows = await db.selectFrom('sys_user').select('email').where('user_id', 'in', userIds).where('email', 'is not', null).execute()
  return [...new Set(rows.flatMap((r) => (r.email ? [r.email] : [])))]
}
