import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

export const lecturerComputed = {
  talks: sql<number>`(select count(*)::int from meeting_speaker s where s.lecturer_id = t.lecturer_id)`,
  lastTalk: sql<Date | null>`(select max(coalesce(s.talk_time, m.start_time)) from meeting_speaker s join meeting m using (meet_id) where s.lecturer_id = t.lecturer_id)`,
}

export const withSpecialty = (specialty: string) => sql<SqlBool>`t.specialties @> array[${specialty}]::text[]`

export const speakerComputed = {
  fee: sql<number>`t.fee::float8`,
  handTax: sql<number | null>`t.hand_tax::float8`,
  tax: sql<number>`t.tax::float8`,
  net: sql<number>`t.net::float8`,
  lecturerName: sql<string>`(select l.lecturer_name from lecturer l where l.lecturer_id = t.lecturer_id)`,
  unitPost: sql<string>`(select l.unit_post from lecturer l where l.lecturer_id = t.lecturer_id)`,
  meetingName: sql<string>`(select m.meeting_name from meeting m where m.meet_id = t.meet_id)`,
  startTime: sql<Date>`(select m.start_time from meeting m where m.meet_id = t.meet_id)`,
}

export const speaks = async (db: Db, lecturerId: string): Promise<boolean> => (await db.selectFrom('meeting_speaker').select('speaker_id').where('lecturer_id', '=', lecturerId).limit(1).executeTakeFirst()) !== undefined

/** A lecturer, held so that they are not stopped or changed meanwhile. */
export const holdLecturer = (db: Db, lecturerId: string) =>
  db.selectFrom('lecturer').select(['lecturer_status as lecturerStatus', 'non_resident as nonResident']).where('lecturer_id', '=', lecturerId).forShare().executeTakeFirst()

export interface PublicSpeaker {
  name: string
  unitPost: string
  topic: string
  talkTime: Date | null
}

/** Who speaks at a meeting, for everybody. */
export async function publicSpeakers(db: Db, meetId: string): Promise<PublicSpeaker[]> {
  const { rows } = await sql<PublicSpeaker>`
    select l.lecturer_name as name, l.unit_post as "unitPost", s.topic, s.talk_time as "talkTime" from meeting_speaker s join lecturer l using (lecturer_id)
    where s.meet_id = ${meetId}::bigint and s.shown order by s.sort_no, s.speaker_id limit 100`.execute(db)
  return rows
}
