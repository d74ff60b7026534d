import { sql } from 'kysely'
import type { Db } from '../database/database'
import './tables'

/** The job that hands a message over; see `send.ts`. */
export const IM_JOB = 'im:send'
/** Tries of a message, with pauses that grow: about four hours, within which every messenger knows a repetition. */
export const IM_TRIES = 14

/** Queues a message to each messenger that a person has bound, with the given connection; nothing for who has bound none. */
export const queueIm = (db: Db, userId: string, { title, content, link }: { title: string; content: string; link: string }) =>
  sql`with m as (insert into im_message (user_id, kind, title, content, link)
      select user_id, kind, ${title}, ${content}, ${link} from im_binding where user_id = ${userId} returning im_message_id)
    select graphile_worker.add_job(identifier => ${IM_JOB}::text, payload => json_build_object('id', im_message_id::text), max_attempts => ${IM_TRIES}::int) from m`.execute(db)
