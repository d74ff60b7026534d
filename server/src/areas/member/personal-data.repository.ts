import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { Person } from '../../platform/personal/register'

const idsOf = (person: Person, table: string) => sql`any(${[...(person.rows.get(table) ?? [])]}::bigint[])`

/** What somebody still is or has asked for here; it is settled before they are erased. */
export async function openMatters(db: Db, person: Person): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select '入会申请 ' || apply_no || ' 尚未办结' as text from join_apply
      where apply_id = ${idsOf(person, 'join_apply')} and apply_status in ('draft', 'firstReview', 'returned', 'secondReview', 'approval')
    union all select '独立董事尚在审核或在库，请先办理出库' from director_user where director_id = ${idsOf(person, 'director_user')} and pool_status in ('pending', 'returned', 'listed', 'suspended')
    union all select '个人会员 ' || member_no || ' 尚未退会' from member
      where person_id = ${idsOf(person, 'director_user')} and not deleted and member_status in ('normal', 'suspended', 'leaving')
    union all select '是会员 ' || member_no || ' 的会员代表或联络人，请先更换' from member
      where (representative_id = ${idsOf(person, 'contact')} or liaison_id = ${idsOf(person, 'contact')}) and not deleted and member_status in ('normal', 'suspended', 'leaving')
    union all select '企业用户认证尚未注销，请先办理注销' from enterprise_user where enterprise_id = ${idsOf(person, 'enterprise_user')} and certify_status in ('pending', 'certified')
    union all select '试用账号尚未结束' from trial_account where trial_id = ${idsOf(person, 'trial_account')} and trial_status in ('pending', 'running')`.execute(db)
  return rows.map((r) => r.text)
}
