import { sql } from 'kysely'
import type { Db } from '../database/database'
import type { Platform } from '../platform'

/** Marks finished work older than `days` expired and lets go of its file; answers the keys of the bytes to remove. */
async function markExpired(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`
    with old as (
      select work_id, file_id from work
      where work_status = 'done' and finish_time < now() - make_interval(days => ${days}::int) and file_id is not null
      order by work_id limit 1000 for update skip locked
    ), marked as (
      update work w set work_status = 'expired', file_id = null from old where w.work_id = old.work_id
    )
    select f.store_key from file_object f join old on old.file_id = f.file_id`.execute(db)
  const keys = rows.map((r) => r.store_key)
  if (keys.length > 0) {
    await sql`
      delete from file_object f where f.store_key = any(${keys}::text[]) and not exists (select 1 from work w where w.file_id = f.file_id)`.execute(db)
  }
  return keys
}

/** Lets files of finished work go after the days that the parameter says: first the rows, then the bytes. Answers how many. */
export async function expireWork(platform: Platform): Promise<number> {
  const days = await platform.settings.parameter('work.keepDays')
  const keys = await platform.db.transaction().execute((tx) => markExpired(tx, days))
  for (const key of keys) await platform.files.remove(key)
  return keys.length
}
