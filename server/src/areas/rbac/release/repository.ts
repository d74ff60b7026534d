import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'
import './tables'

/** Names of a person's user groups. */
export const groupsOf = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('usergroup_member as m').innerJoin('usergroup as g', 'g.usergroup_id', 'm.usergroup_id').select('g.group_name').where('m.user_id', '=', userId).orderBy('g.usergroup_id').execute()).map((r) => r.group_name)

export const allGroups = async (db: Db): Promise<string[]> => (await db.selectFrom('usergroup').select('group_name').orderBy('usergroup_id').limit(500).execute()).map((r) => r.group_name)

/** Notes what a session has loaded; of a remote the version loaded last. */
export const noteLoaded = (db: Db, sessionId: string, loaded: readonly { name: string; version: string }[]) =>
  db
    .insertInto('session_release')
    .values(loaded.map(({ name, version }) => ({ session_id: sessionId, remote: name, version })))
    .onConflict((c) => c.columns(['session_id', 'remote']).doUpdateSet({ version: sql`excluded.version` }))
    .execute()

/** Live sessions by remote and version. */
export const sessionsByVersion = (db: Db) =>
  db
    .selectFrom('session_release as r')
    .innerJoin('session as s', 's.session_id', 'r.session_id')
    .select(['r.remote', 'r.version', sql<string>`count(*)`.as('sessions')])
    .where('s.end_time', 'is', null)
    .where('s.expire_time', '>', sql<Date>`now()`)
    .groupBy(['r.remote', 'r.version'])
    .execute()

/** Failures of the last seven days by remote and version, with the last message of each. */
export const failuresByVersion = async (db: Db) =>
  (
    await sql<{ remote: string; version: string; failures: string; last_message: string }>`
      select remote, version, sum(failures) as failures, (array_agg(last_message order by last_time desc))[1] as last_message
      from release_failure where day > ${TODAY} - 7 group by remote, version`.execute(db)
  ).rows

/** Who gave each version to people last. */
export const switchersOf = async (db: Db) =>
  (await sql<{ remote: string; version: string; user_name: string }>`select distinct on (remote, version) remote, version, user_name from release_switch where action <> 'endCanary' order by remote, version, switch_id desc`.execute(db)).rows

/** Notes a switch; answers its id. */
export const insertSwitch = async (
  db: Db,
  row: { serial: number; remote: string; version: string; action: 'switch' | 'canary' | 'endCanary'; audience: string; reason: string; userId: string; userName: string },
): Promise<string> =>
  (
    await db
      .insertInto('release_switch')
      .values({ serial: row.serial, remote: row.remote, version: row.version, action: row.action, audience: row.audience, reason: row.reason, user_id: row.userId, user_name: row.userName })
      .returning('switch_id')
      .executeTakeFirstOrThrow()
  ).switch_id
