import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Person } from '../learner/repository'
import type { Source } from './repository'

type Held = Source & { people: Person[]; recent: boolean }

const PEOPLE = sql`json_agg(json_build_object('name', r.name, 'mobile', r.mobile, 'companyId', r.company_id::text, 'unitName', r.unit_name) order by r.mobile)`

/** Trainings of the demo that were held, with who attended. */
export const demoTrainings = async (db: Db): Promise<Held[]> =>
  (
    await sql<Held>`
      select 'meeting' as "sourceType", m.meet_id::text as "sourceId", m.meeting_name as title, 8 as hours, (m.start_time at time zone 'Asia/Shanghai')::date::text as "learnedOn",
        m.start_time > now() - interval '90 days' as recent, ${PEOPLE} as people
      from meeting m join meeting_registration r on r.meet_id = m.meet_id and r.reg_status = 'attended' where m.meeting_type in ('training', 'seminar') group by m.meet_id order by m.meet_id`.execute(db)
  ).rows

/** Exchanges of the demo that were held and count hours, with who came. */
export const demoExchangesHeld = async (db: Db): Promise<Held[]> =>
  (
    await sql<Held>`
      select 'exchange' as "sourceType", e.exchange_id::text as "sourceId", e.exchange_name as title, e.credit_hours::float8 as hours, e.end_date::text as "learnedOn", false as recent, ${PEOPLE} as people
      from study_exchange e join exchange_apply r on r.exchange_id = e.exchange_id and r.apply_status = 'attended' where e.credit_hours > 0 group by e.exchange_id order by e.exchange_id`.execute(db)
  ).rows

/** Gives the demo's learners a day since when they have had their role, spread over the last years. */
export const spreadRoles = (db: Db) => sql`update learner set role_since = current_date - (200 + (learner_id * 37) % 1300)::int where role_since is null`.execute(db)
