import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { companyOfMember, holding as membersHolding } from '../membership/repository'
import { memberShort } from '../membership/party.repository'

/** What a case shows of its member; what is owed is told and never checked. `t` is the case. */
export const computed = {
  companyName: companyOfMember,
  memberNo: sql`(select m.member_no from member m where m.member_id = t.member_id)`,
  memberName: memberShort,
  arrears: sql<number>`(select coalesce(sum(b.unpaid_amount), 0) from dues_bill_public b where b.member_id = t.member_id and b.bill_status <> 'cancelled')::float8`,
}

/** Cases of the members that a keyword finds. */
export const holding = (keyword: string) => sql<SqlBool>`t.member_id = any(array(select m.member_id from member m where not m.deleted and ${membersHolding(keyword, 'm')}))`

/** The case of a member that is not closed. */
export async function openCase(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select withdraw_id as id from member_withdraw where member_id = ${memberId}::bigint and withdraw_status in ('pending', 'review')`.execute(db)
  return rows[0]?.id
}

/** Whether a member has a case that is not closed. */
export const hasOpenCase = async (db: Db, memberId: string): Promise<boolean> => (await openCase(db, memberId)) !== undefined

/** Cases behind the memberships of the demo that ended, and a few that are still open or were taken back. */
export async function insertDemo(db: Db): Promise<void> {
  await sql`
    insert into member_withdraw (member_id, withdraw_type, reason, cert_returned, decision_no, withdraw_status, dept_id, create_by, create_time, update_time)
    select member_id, case member_status when 'left' then case when member_id % 5 = 0 then 'dissolved' else 'voluntary' end when 'expelled' then 'expelled' else 'lapsed' end,
      case member_status when 'left' then case when member_id % 5 = 0 then '公司已办理注销登记' else '公司业务调整，自愿申请退会' end when 'expelled' then '严重违反协会章程' else '连续三年未缴纳会费' end,
      member_status = 'left', case when member_status = 'left' then null else '协字〔2026〕' || (member_id % 40 + 1) || '号' end, 'ended', dept_id, create_by,
      now() - member_id % 90 * interval '1 day', now() - member_id % 90 * interval '1 day'
    from member where not deleted and member_status in ('left', 'expelled', 'lapsed') order by member_id`.execute(db)
  await sql`
    with chosen as (select member_id, dept_id, create_by, row_number() over (order by member_id desc) as n from member
      where member_status = 'normal' and not deleted and category_id = (select category_id from member_category where category_name = '会员单位') order by member_id desc limit 60)
    insert into member_withdraw (member_id, withdraw_type, reason, decision_no, withdraw_status, dept_id, create_by, create_time, update_time)
    select member_id, kind, why, decision, status, dept_id, create_by, now() - n * interval '9 hours', now() - n * interval '9 hours'
    from chosen join (values (8, 'voluntary', '公司拟终止上市，自愿申请退会', null, 'pending'), (15, 'lapsed', '连续三年未缴纳会费，经催缴仍未缴纳', '协字〔2026〕41号', 'review'),
      (23, 'dissolved', '公司已被吸收合并，主体注销', null, 'pending'), (31, 'voluntary', '公司迁出，自愿申请退会', null, 'review'), (38, 'expelled', '被监管部门认定存在重大违法行为', null, 'review'),
      (44, 'voluntary', '自愿申请退会，后经沟通撤回', null, 'cancelled')) as v(at, kind, why, decision, status) on v.at = chosen.n`.execute(db)
  await sql`update member set member_status = 'leaving' where member_id in (select member_id from member_withdraw where withdraw_type = 'voluntary' and withdraw_status in ('pending', 'review'))`.execute(db)
}
