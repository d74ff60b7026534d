import { sql } from 'kysely'
import { Client } from 'pg'
import type { Db } from '../../platform/database/database'
import './tables'
import './scheme/tables'

/** Brings a draft to where it is scored, without what a declaration would need. */
export async function makeScoring(db: Db, schemeId: string): Promise<void> {
  for (const status of ['applying', 'reviewing', 'scoring'] as const) await db.updateTable('eval_scheme').set({ scheme_status: status }).where('scheme_id', '=', schemeId).execute()
}

/** Results of invented secretaries of one company, with falling scores. */
export async function makeResults(db: Db, schemeId: string, companyId: string, count: number): Promise<void> {
  await sql`
    with people as (
      insert into director_base (name, id_card, id_card_sealed, id_card_print, gender, birth_date, mobile)
      select '贾' || ${schemeId}::text || '号' || n, '1', 'x', ${schemeId}::text || '-' || n, 'male', '1970-01-01', '19900000000' from generate_series(1, ${count}::int) n returning person_id
    )
    insert into eval_grade_result (scheme_id, eval_target, eval_year, company_id, person_id, score)
    select s.scheme_id, s.eval_target, s.scheme_year, ${companyId}::bigint, p.person_id, 99.99 - (row_number() over (order by p.person_id) - 1) * 0.05
    from eval_scheme s cross join people p where s.scheme_id = ${schemeId}::bigint`.execute(db)
}

/** An objection as it is stored. */
export async function insertObjection(db: Db, fields: { noticeId: string; resultId: string; objectorName: string; content: string; handlerId: string; handleBefore: string }): Promise<void> {
  await db.insertInto('eval_objection').values({ notice_id: fields.noticeId, result_id: fields.resultId, objector_name: fields.objectorName, contact_mobile: null, content: fields.content, handler_id: fields.handlerId, handle_before: fields.handleBefore, opinion: null, revised_score: null, close_time: null, dept_id: null, create_by: null }).execute()
}

export interface OpenTransaction {
  query(text: string, values?: unknown[]): Promise<unknown>
  commit(): Promise<void>
  end(): Promise<void>
  /** Waits until a statement of another connection stands behind this transaction; answers its process. */
  waiterOn(): Promise<number>
}

/** A connection of its own with a transaction begun. */
export async function openTransaction(url: string): Promise<OpenTransaction> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  const waiter = async (): Promise<number> => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1')
    return rows[0]?.pid ?? waiter()
  }
  return {
    query: (text, values) => client.query(text, values),
    commit: async () => void (await client.query('commit')),
    end: () => client.end(),
    waiterOn: waiter,
  }
}
