import type { ConnectorKind } from '@assoc/contract/rbac/connector'
import { sql } from 'kysely'
import type { Tester } from '../../../platform/connectors/connector'
import type { Db } from '../../../platform/database/database'

export interface StoredStatus {
  kind: string
  good_time: Date | null
  bad_time: Date | null
  bad_reason: string | null
  test_by: string | null
  test_name: string | null
  test_asked: Date | null
  test_done: Date | null
  test_good: boolean | null
  test_result: string | null
  lost: boolean
}

/** Minutes after which a test that has told nothing is taken for lost. */
const LOST_MINUTES = 3

export const statuses = async (db: Db): Promise<StoredStatus[]> =>
  (
    await sql<StoredStatus>`select c.kind, c.good_time, c.bad_time, c.bad_reason, c.test_by::text, u.real_name as test_name, c.test_asked, c.test_done, c.test_good, c.test_result,
        c.test_asked < now() - make_interval(mins => ${LOST_MINUTES}) as lost
      from connector_status c left join sys_user u on u.user_id = c.test_by`.execute(db)
  ).rows

/** Notes that a test is asked for; false while another one of the connector is under way. */
export async function askTest(db: Db, kind: ConnectorKind, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into connector_status as c (kind, test_by, test_asked) values (${kind}, ${userId}, now())
    on conflict (kind) do update set test_by = excluded.test_by, test_asked = now(), test_done = null, test_good = null, test_result = null
      where c.test_asked is null or c.test_done is not null or c.test_asked < now() - make_interval(mins => ${LOST_MINUTES})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export const endTest = (db: Db, kind: ConnectorKind, good: boolean, result: string) =>
  db.updateTable('connector_status').set({ test_done: sql<Date>`now()`, test_good: good, test_result: result.replace(/\s+/g, ' ').slice(0, 300) }).where('kind', '=', kind).where('test_done', 'is', null).execute()

export const testerOf = async (db: Db, userId: string): Promise<Tester | undefined> =>
  (await sql<Tester>`select user_id::text as "userId", real_name as "realName", mobile, email, array(select kind from im_binding b where b.user_id = u.user_id) as bound from sys_user u where user_id = ${userId}`.execute(db)).rows[0]
