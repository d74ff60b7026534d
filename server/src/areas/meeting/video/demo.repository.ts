import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { keepFile, type FileStore } from '../../../platform/files/store'
import { giveFiles } from '../../../platform/resource/files.repository'
import { DEMO_FILM } from './demo-film'
import './tables'

const SCOPES = ['open', 'member', 'attendee', 'internal'] as const
const STATUSES = ['published', 'published', 'published', 'withdrawn', 'pending'] as const

/** Recordings of past meetings, each a film of a few seconds, and people who have watched them. */
export async function insertDemoVideos(db: Db, files: FileStore, count: number): Promise<void> {
  const { rows: meetings } = await sql<{ meetId: string; meetingName: string; deptId: string; makerId: string | null; endTime: Date }>`
    select meet_id as "meetId", meeting_name as "meetingName", organizer_dept_id as "deptId", create_by as "makerId", end_time as "endTime"
    from meeting where meeting_status in ('ended', 'archived') order by end_time desc, meet_id desc limit ${count}`.execute(db)
  for (const [i, { meetId, meetingName, deptId, makerId, endTime }] of meetings.entries()) {
    const fileName = `${meetingName}.mp4`
    const fileId = await keepFile(db, files, { fileName, contentType: 'video/mp4', ownerType: 'draft', createBy: makerId, bytes: DEMO_FILM.bytes })
    const made = new Date(endTime.getTime() + 86_400_000)
    const { video_id } = await db
      .insertInto('meeting_video')
      .values({ meet_id: meetId, video_name: `${meetingName}录像`, file: JSON.stringify([{ fileId, fileName, fileSize: DEMO_FILM.bytes.length }]), play_file_id: fileId, open_scope: SCOPES[i % SCOPES.length] ?? 'open', duration: DEMO_FILM.seconds, codecs: DEMO_FILM.codecs, publish_status: STATUSES[i % STATUSES.length] ?? 'published', dept_id: deptId, create_by: makerId, create_time: made, update_time: made })
      .returning('video_id')
      .executeTakeFirstOrThrow()
    await giveFiles(db, [fileId], 'meetingVideo', video_id)
    if (STATUSES[i % STATUSES.length] === 'pending') continue
    await sql`
      insert into video_watch (video_id, user_id, spans, watched_ms, opened, first_time, last_time, done_time)
      select ${video_id}::bigint, p.user_id, int4multirange(int4range(0, p.ms)), p.ms, 1 + (p.n % 3), ${made}, ${made}::timestamptz + p.n * interval '1 hour', case when p.ms >= ${DEMO_FILM.seconds * 950} then ${made}::timestamptz + p.n * interval '1 hour' end
      from (select w.user_id, w.n, (1500 + (w.n * 700) % 4501)::int as ms from (select s.user_id, row_number() over (order by s.user_id)::int as n from (select distinct e.create_by as user_id from course_enroll e where e.create_by is not null union select distinct create_by from meeting where create_by is not null) s) w where w.n <= 6) p`.execute(db)
  }
}
