import { meetingVideo } from '@assoc/contract/meeting/video'
import { sql, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { personLogin, personName } from '../../../platform/identity/people'
import { mayOpen } from '../material/repository'
import './tables'

const SCOPE = scopeOf(meetingVideo)

const watchers = (where: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from video_watch w where w.video_id = t.video_id and ${where})`
export const computed = {
  meetingName: sql<string>`(select m.meeting_name from meeting m where m.meet_id = t.meet_id)`,
  startTime: sql<Date>`(select m.start_time from meeting m where m.meet_id = t.meet_id)`,
  viewers: watchers(sql`w.watched_ms > 0`),
  finishers: watchers(sql`w.done_time is not null`),
}

/** How much of a video was watched, in percent. */
const shareOf = (watched: string) => sql<number>`least(100, coalesce(${sql.ref(watched)}, 0)::bigint / (10 * t.duration))::int`

export const ofMeeting = (db: Db, principal: Principal, meetId: string) =>
  db
    .selectFrom('meeting_video as t')
    .leftJoin('video_watch as w', (join) => join.onRef('w.video_id', '=', 't.video_id').on('w.user_id', '=', principal.userId))
    .select(['t.video_id as videoId', 't.video_name as videoName', 't.create_time as createTime', sql<number>`t.duration`.as('duration'), shareOf('w.watched_ms').as('watchedShare'), sql<boolean>`w.done_time is not null`.as('done')])
    .where(mayOpen(principal))
    .where('t.publish_status', '=', 'published')
    .where('t.meet_id', '=', meetId)
    .orderBy('t.create_time', 'desc')
    .orderBy('t.video_id', 'desc')
    .limit(200)
    .execute()

/** Who learns a course that has the video in it, once it is paid, watches it there. */
const inCourse = (userId: string, enrollId: string) => sql<SqlBool>`exists (
  select from course_enroll e join course c on c.course_id = e.course_id join learner l on l.learner_id = e.learner_id
  where e.enroll_id = ${enrollId}::bigint and l.user_id = ${userId}::bigint and e.enroll_status not in ('unpaid', 'cancelled')
    and c.sections @> jsonb_build_array(jsonb_build_object('kind', 'video', 'videoId', t.video_id::text)))`

/** A video that somebody may watch: as one of those whom it is for, as a learner, or as staff within their data scope, who see also what is not published. */
export async function findWatchable(db: Db, principal: Principal, videoId: string, enrollId: string | null) {
  const staff = has(principal, 'meeting:video:read') ? SCOPE(principal, 't') : sql<SqlBool>`false`
  const published = enrollId ? sql<SqlBool>`(${mayOpen(principal)} or ${inCourse(principal.userId, enrollId)})` : mayOpen(principal)
  return db
    .selectFrom('meeting_video as t')
    .select(['t.video_id as videoId', 't.video_name as videoName', sql<number>`t.duration`.as('duration'), 't.publish_status as publishStatus'])
    .where('t.video_id', '=', videoId)
    .where('t.play_file_id', 'is not', null)
    .where(sql<SqlBool>`(${staff} or (t.publish_status = 'published' and ${published}))`)
    .executeTakeFirst()
}

/** The file of a video that is being played; not there once it is withdrawn, but for staff who look at it. */
export const findPlayed = (db: Db, videoId: string, preview: boolean) =>
  db
    .selectFrom('meeting_video as t')
    .select('t.play_file_id as fileId')
    .where('t.video_id', '=', videoId)
    .$if(!preview, (q) => q.where('t.publish_status', '=', 'published'))
    .executeTakeFirst()

/** What the check of a file works on. */
export const toCheck = (db: Db, videoId: string) => db.selectFrom('meeting_video').select(['file', 'publish_status as publishStatus', 'play_file_id as playFileId']).where('video_id', '=', videoId).executeTakeFirst()

/** The same, held while the result is written. */
export const holdToCheck = (db: Db, videoId: string) => db.selectFrom('meeting_video').select(['file', 'publish_status as publishStatus']).where('video_id', '=', videoId).forUpdate().executeTakeFirst()

export const setChecked = (db: Db, videoId: string, found: { duration: number | null; codecs: string | null; fault: string | null; playFileId: string | null }) =>
  db.updateTable('meeting_video').set({ duration: found.duration, codecs: found.codecs, fault: found.fault, play_file_id: found.playFileId }).where('video_id', '=', videoId).execute()

/** What was watched of another film is nothing of this one. */
export async function dropWatched(db: Db, videoId: string): Promise<void> {
  await db.deleteFrom('video_play').where('video_id', '=', videoId).execute()
  await db.deleteFrom('video_watch').where('video_id', '=', videoId).execute()
}

export const isInCourse = async (db: Db, videoId: string): Promise<boolean> =>
  (await db.selectFrom('course').select('course_id').where(sql<SqlBool>`sections @> jsonb_build_array(jsonb_build_object('kind', 'video', 'videoId', ${videoId}::text))`).limit(1).executeTakeFirst()) !== undefined

/** Begins to watch: a row of what was seen, and this play in the place of any other of the same person. */
export async function beginPlay(db: Db, userId: string, videoId: string, playKey: string): Promise<void> {
  await sql`insert into video_watch (video_id, user_id, opened) values (${videoId}::bigint, ${userId}::bigint, 1)
    on conflict (video_id, user_id) do update set opened = video_watch.opened + 1, last_time = now()`.execute(db)
  await sql`insert into video_play (user_id, play_key, video_id) values (${userId}::bigint, ${playKey}, ${videoId}::bigint)
    on conflict (user_id) do update set play_key = excluded.play_key, video_id = excluded.video_id, beat_time = clock_timestamp()`.execute(db)
}

export interface Watched {
  watchedMs: number
  furthest: number
  done: boolean
}
const WATCHED = sql`watched_ms as "watchedMs", coalesce(upper(spans), 0) as furthest, done_time is not null as done`
export const watchedOf = async (db: Db, userId: string, videoId: string): Promise<Watched> =>
  (await sql<Watched>`select ${WATCHED} from video_watch where user_id = ${userId}::bigint and video_id = ${videoId}::bigint`.execute(db)).rows[0] ?? { watchedMs: 0, furthest: 0, done: false }

/** The play that a person is at, held: their notes come one after the other. `passed` is the time that was not counted yet. */
export const holdPlay = async (db: Db, userId: string, playKey: string) =>
  (
    await sql<{ videoId: string; duration: number; passed: number; published: boolean }>`
      select p.video_id as "videoId", v.duration, (extract(epoch from clock_timestamp() - p.beat_time) * 1000)::float8 as passed, v.publish_status = 'published' as published
      from video_play p join meeting_video v on v.video_id = p.video_id
      where p.user_id = ${userId}::bigint and p.play_key = ${playKey} for update of p`.execute(db)
  ).rows[0]

/** Counts time of a play as used, but for the last moment: notes come early and late. */
export const useTime = (db: Db, userId: string, ms: number, kept: number) =>
  sql`update video_play set beat_time = greatest(beat_time + make_interval(secs => ${ms / 1000}), clock_timestamp() - make_interval(secs => ${kept / 1000})) where user_id = ${userId}::bigint`.execute(db)

/** Adds a piece to what was watched. Done is what was watched to a share of the whole; once done it stays. */
export async function addSpan(db: Db, userId: string, videoId: string, from: number, to: number, enoughMs: number): Promise<Watched & { doneNow: boolean }> {
  const { rows } = await sql<Watched & { doneNow: boolean }>`
    with before as (select done_time from video_watch where user_id = ${userId}::bigint and video_id = ${videoId}::bigint for update),
      added as (select w.spans + int4multirange(int4range(${from}::int, ${to}::int)) as spans from video_watch w where w.user_id = ${userId}::bigint and w.video_id = ${videoId}::bigint),
      sum as (select coalesce(sum(upper(r) - lower(r)), 0)::int as ms from added, unnest(added.spans) r)
    update video_watch w set spans = added.spans, watched_ms = sum.ms, last_time = now(), done_time = coalesce(w.done_time, case when sum.ms >= ${enoughMs} then now() end)
    from added, sum, before where w.user_id = ${userId}::bigint and w.video_id = ${videoId}::bigint
    returning w.watched_ms as "watchedMs", coalesce(upper(w.spans), 0) as furthest, w.done_time is not null as done, (w.done_time is not null and before.done_time is null) as "doneNow"`.execute(db)
  return rows[0] ?? { watchedMs: 0, furthest: 0, done: false, doneNow: false }
}

/** Enrolments of somebody that a video they have watched may move on. */
export const learningWith = async (db: Db, userId: string, videoId: string): Promise<string[]> =>
  (
    await sql<{ enrollId: string }>`
      select e.enroll_id as "enrollId" from course_enroll e join course c on c.course_id = e.course_id
      where e.enroll_status = 'learning' and e.learner_id = any(array(select l.learner_id from learner l where l.user_id = ${userId}::bigint))
        and c.sections @> jsonb_build_array(jsonb_build_object('kind', 'video', 'videoId', ${videoId}::text))
      order by e.enroll_id limit 100`.execute(db)
  ).rows.map((row) => row.enrollId)

/** Who has watched a video, a page of them. */
export async function watchersOf(db: Db, videoId: string, { done, order, limit, offset }: { done: boolean | undefined; order: 'asc' | 'desc'; limit: number; offset: number }) {
  const matching = db
    .selectFrom('video_watch as w')
    .innerJoin('meeting_video as t', 't.video_id', 'w.video_id')
    .where('w.video_id', '=', videoId)
    .$if(done !== undefined, (q) => q.where('w.done_time', done ? 'is not' : 'is', null))
  const [items, count] = await Promise.all([
    matching
      .select([
        'w.user_id as userId',
        personName('w.user_id').as('personName'),
        personLogin('w.user_id').as('loginName'),
        sql<number>`w.watched_ms / 1000`.as('watched'),
        shareOf('w.watched_ms').as('watchedShare'),
        'w.opened',
        'w.first_time as firstTime',
        'w.last_time as lastTime',
        'w.done_time as doneTime',
      ])
      .orderBy('w.last_time', order)
      .orderBy('w.user_id', order)
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirst(),
  ])
  return { items, total: Number(count?.n ?? 0) }
}
