import { sql, type Insertable } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Tables } from '../../../platform/database/tables'
import './tables'

export const insertDemoExchange = async (db: Db, row: Insertable<Tables['study_exchange']>): Promise<string> => (await db.insertInto('study_exchange').values(row).returning('exchange_id').executeTakeFirstOrThrow()).exchange_id

/** People of the demo's companies apply: up to the quota they have a place, then they wait. */
export async function applyDemo(db: Db, exchangeId: string, { count, over, by }: { count: number; over: boolean; by: string }): Promise<void> {
  await sql`
    with people as (
      select distinct on (c.mobile) c.company_id, c.name, c.post_type, c.mobile, c.email, c.contact_id from contact_public c where c.contact_status = 'serving' order by c.mobile, c.contact_id
    ), chosen as (
      select p.*, row_number() over (order by md5(p.contact_id::text || 'exchange' || ${exchangeId})) as n from (select people.*, row_number() over (partition by company_id order by contact_id) as nth from people) p
      where p.nth = 1 order by n limit ${count}
    ), placed as (
      select chosen.*, least(e.start_date::timestamp at time zone 'Asia/Shanghai' - interval '20 days' + chosen.n * interval '1 hour', now() - (${count} - chosen.n + 1) * interval '25 minutes') as at, e.dept_id,
        case when ${over} then case when chosen.n > e.quota or chosen.n % 9 = 0 then 'cancelled' when chosen.n % 10 = 0 then 'absent' else 'attended' end
          when chosen.n <= e.quota * 2 / 3 then 'approved' when chosen.n % 7 = 0 then 'cancelled' else 'pending' end as status
      from chosen join study_exchange e on e.exchange_id = ${exchangeId}::bigint
    )
    insert into exchange_apply (exchange_id, company_id, name, post_name, mobile, email, insure_flag, apply_status, dept_id, create_by, acted_by, create_time, update_time)
    select ${exchangeId}::bigint, p.company_id, p.name, case p.post_type when 'chairman' then '董事长' when 'secretary' then '董事会秘书' when 'finance' then '财务负责人' when 'affairs' then '证券事务代表' else '董事' end,
      p.mobile, p.email, p.n % 3 = 0, p.status, p.dept_id, ${by}::bigint, array['write:' || ${by}::text], p.at, p.at
    from placed p order by p.n`.execute(db)
}
