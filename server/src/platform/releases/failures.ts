import { sql } from 'kysely'
import type { Db } from '../database/database'
import { TODAY } from '../database/day'

/** Adds one failed load to its day's count. */
export const countFailure = (db: Db, remote: string, version: string, message: string) =>
  sql`insert into release_failure as f (remote, version, day, last_message) values (${remote}, ${version}, ${TODAY}, ${message})
    on conflict (remote, version, day) do update set failures = f.failures + 1, last_time = now(), last_message = excluded.last_message`.execute(db)

