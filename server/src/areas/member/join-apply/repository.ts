import { applyStatus } from '@assoc/contract/member/join-apply'
import { sql } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { openTo } from '../../../platform/resource/acted-by'
import { personName } from '../../../platform/identity/people'

const userName = (column: string) => personName(`t.${column}`)

/** What an application shows beside its own columns; `t` is the application. */
export const computed = {
  categoryName: sql`(select g.category_name from member_category g where g.category_id = t.apply_category_id)`,
  totalShares: sql`trim_scale(t.total_shares)::text`,
  firstReviewer: userName('first_reviewer_id'),
  secondReviewer: userName('second_reviewer_id'),
  verifiedBy: userName('verified_by_id'),
  memberNo: sql`(select m.member_no from member m where m.member_id = t.member_id)`,
}

export const filters = {
  updateTimeFrom: sinceDay('update_time'),
  updateTimeTo: untilDay('update_time'),
}

/** Number of the member that stands for the company of a credit code; undefined when there is none. */
export async function standingMember(db: Db, creditCode: string): Promise<string | undefined> {
  const { rows } = await sql<{ member_no: string }>`
    select m.member_no from company c join member m on m.company_id = c.company_id
    where c.credit_code = ${creditCode} and not c.deleted and not m.deleted and m.member_status in ('normal', 'suspended', 'leaving') limit 1`.execute(db)
  return rows[0]?.member_no
}

/** The company of a credit code, whoever looks after it. */
export async function companyOfCode(db: Db, creditCode: string): Promise<{ companyId: string; sharesKnown: boolean } | undefined> {
  const { rows } = await sql<{ companyId: string; sharesKnown: boolean }>`
    select company_id as "companyId", total_shares is not null as "sharesKnown" from company where credit_code = ${creditCode} and not deleted`.execute(db)
  return rows[0]
}

/** Notes who took a step of the first or second review, and the opinion. */
export const noteReview = (db: Db, applyId: string, which: 'first' | 'second', userId: string, opinion: string | null) =>
  sql`update join_apply set ${sql.ref(`${which}_reviewer_id`)} = ${userId}::bigint, ${sql.ref(`${which}_opinion`)} = ${opinion} where apply_id = ${applyId}::bigint`.execute(db)

/** Notes why an application was refused. */
export const noteRejection = (db: Db, applyId: string, reason: string | null) => sql`update join_apply set reject_reason = ${reason} where apply_id = ${applyId}::bigint`.execute(db)

/** Notes the member that an application has become, which belongs to whom the application belonged. */
export async function noteMember(db: Db, applyId: string, memberId: string): Promise<void> {
  await sql`update join_apply set member_id = ${memberId}::bigint where apply_id = ${applyId}::bigint`.execute(db)
  await sql`update member m set create_by = coalesce(a.create_by, m.create_by), dept_id = coalesce(a.dept_id, m.dept_id)
    from join_apply a where a.apply_id = ${applyId}::bigint and m.member_id = ${memberId}::bigint`.execute(db)
}

/** Department of an application, which its company gets. */
export async function deptOf(db: Db, applyId: string): Promise<string | null> {
  const { rows } = await sql<{ dept_id: string | null }>`select dept_id from join_apply where apply_id = ${applyId}::bigint`.execute(db)
  return rows[0]?.dept_id ?? null
}

/** How many wait for something, and the first of them. */
export type Waiting = Record<'firstReview' | 'secondReview' | 'approval' | 'returned', { count: number; first: string | null }>

/** Applications by what they wait for, within the person's data scope; without those that are left to others. */
export async function waitingFor(db: Db, principal: Principal, entity: Entity): Promise<Waiting> {
  const mayTake = (verb: string, status: 'secondReview' | 'approval') => openTo(applyStatus.find(verb, status) ?? {}, principal.userId, { createdBy: 'create_by' })
  const { rows } = await sql<{ status: keyof Waiting; count: number; first: string | null }>`
    select apply_status as status, count(*)::int as count, min(apply_id)::text as first
    from join_apply as t
    where apply_status in ('firstReview', 'secondReview', 'approval', 'returned')
      and (apply_status = 'firstReview'
        or (apply_status = 'secondReview' and ${mayTake('passSecond', 'secondReview')})
        or (apply_status = 'approval' and ${mayTake('approve', 'approval')})
        or (apply_status = 'returned' and create_by = ${principal.userId}::bigint))
      and ${withinScope(principal, entity, 't')}
    group by 1`.execute(db)
  const of = (status: keyof Waiting) => rows.find((row) => row.status === status) ?? { count: 0, first: null }
  return { firstReview: of('firstReview'), secondReview: of('secondReview'), approval: of('approval'), returned: of('returned') }
}
