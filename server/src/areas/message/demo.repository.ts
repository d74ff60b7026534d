import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { deptsByName } from '../../platform/identity/departments'
import type { Channel } from './tables'

/** Departments by name; those that the installation has not are left out. */
export async function deptsNamed(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await deptsByName(db, names)
  return new Map(rows.map((r) => [r.dept_name, r.dept_id]))
}

/** Lays addresses that opted out, spread over the last months. */
export const insertOptOuts = (db: Db, count: number) =>
  sql`insert into opt_out (channel, address, source, remark, opt_out_time)
    select case when n % 2 = 0 then 'sms' else 'mail' end,
      case when n % 2 = 0 then '1990009' || lpad(n::text, 4, '0') else 'tuiding' || n || '@example.com' end,
      case when n % 2 = 0 then (array['reply', 'staff'])[1 + n / 2 % 2] else (array['link', 'bounce', 'staff'])[1 + n / 2 % 3] end,
      case when n % 5 = 0 then '来电告知' end, now() - make_interval(days => n * 4, hours => n)
    from generate_series(1, ${count}::int) n on conflict do nothing`.execute(db)

export interface DemoMessage {
  channel: Channel
  msgKind: 'notice' | 'promotion'
  subject: string
  content: string
  status: string
  daysAgo: number
  recipients: number
  signName: string | null
  deptId: string | null
  userId: string | null
}

/** Lays messages of days gone by with their recipients, in three statements however many there are. */
export async function insertMessages(db: Db, messages: readonly DemoMessage[]): Promise<void> {
  const rows = messages.map((m) => ({ ch: m.channel, k: m.msgKind, su: m.subject, co: m.content, st: m.status, d: m.daysAgo, s: m.signName, dp: m.deptId, u: m.userId, r: m.recipients }))
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(ch text, k text, su text, co text, st text, d int, s text, dp bigint, u bigint, r int)),
    made as (
      insert into message (channel, msg_no, msg_kind, subject, content, audience, sign_name, quota_month, msg_status, dept_id, create_by, create_time, update_time)
      select ch, (case ch when 'sms' then 'DX' else 'YJ' end) || to_char(now() at time zone 'Asia/Shanghai' - make_interval(days => d), 'YYYYMMDD') || '0001', k, su, co,
        '{"contacts":{"categoryIds":[],"jurisdictions":[],"postTypes":[],"inArrears":false},"extra":[]}', s,
        case ch when 'sms' then to_char(now() at time zone 'Asia/Shanghai' - make_interval(days => d), 'YYYY-MM') end,
        st, dp, u, now() - make_interval(days => d), now() - make_interval(days => d)
      from given
      returning message_id, channel, msg_status, create_time, content
    ),
    contacts as (
      select row_number() over (order by c.contact_id) as n, c.contact_id, c.name, c.mobile, lower(c.email) as email, co.short_name
      from (select * from contact_public where contact_status = 'serving' and email is not null order by contact_id limit 400) c join company_public co on co.company_id = c.company_id
    ),
    -- Where the installation has too few contacts, invented ones stand in for them.
    invented as (
      select n + 1000 as n, null::bigint as contact_id, (array['甄', '贾', '惠', '石', '裴', '范'])[1 + n % 6] || '示' || n as name,
        '1990008' || lpad(n::text, 4, '0') as mobile, 'lianxi' || n || '@example.com' as email, '子虚' || n as short_name
      from generate_series(1, 400) n where (select count(*) from contacts) < 250
    ),
    people as (select row_number() over (order by n) as n, contact_id, name, mobile, email, short_name from (select * from contacts union all select * from invented) p),
    once as (select distinct on (mobile) * from (select distinct on (email) * from people order by email, n) e order by mobile, n),
    numbered as (select row_number() over (order by n) as n, contact_id, name, mobile, email, short_name from once)
    insert into message_recipient (message_id, target, name, company_name, contact_id, parts, recipient_status, fail_code, reason, update_time)
    select m.message_id, case m.channel when 'sms' then p.mobile else p.email end, p.name, p.short_name, p.contact_id,
      case when m.channel = 'sms' and v.status <> 'skipped' then greatest(1, ceil((length(m.content) + 6) / 67.0))::int else 0 end, v.status,
      case v.status when 'failed' then (case m.channel when 'sms' then (array['DB:0141', 'DB:0140', 'MK:0001'])[1 + p.n % 3] else (array['550 5.1.1', '552 5.2.2'])[1 + p.n % 2] end) end,
      case v.status when 'failed' then (case m.channel when 'sms' then (array['号码停机', '空号', '用户关机'])[1 + p.n % 3] else (array['邮箱不存在', '对方邮箱已满'])[1 + p.n % 2] end)
        when 'skipped' then '已退订' when 'unknown' then '发送过程被中断，结果不明' end,
      m.create_time + make_interval(secs => p.n * 2)
    from made m join given g on g.ch = m.channel and g.d = (select d from given y where y.ch = m.channel and now() - make_interval(days => y.d) = m.create_time)
    join numbered p on p.n <= g.r
    cross join lateral (select case
      when m.msg_status in ('approval', 'queued') then 'queued'
      when p.n % 29 = 7 then 'skipped'
      when m.msg_status = 'partly' and p.n % 17 = 3 then 'failed'
      when m.msg_status = 'partly' and p.n % 61 = 5 then 'unknown'
      -- Receipts come for text messages; of most mails no more is known than that they were taken.
      when m.channel = 'mail' or p.n % 11 = 4 then 'submitted'
      else 'delivered' end as status) v
    where m.msg_status not in ('draft', 'refused')`.execute(db)
  await sql`update message m set part_count = r.parts, part_price = 5 from (select message_id, sum(parts) as parts from message_recipient group by message_id) r
    where r.message_id = m.message_id and m.channel = 'sms'`.execute(db)
  await sql`update message m set template_id = t.template_id, template_code = t.provider_code from message_template t
    where m.channel = 'sms' and t.channel = 'sms' and t.template_content = m.content`.execute(db)
}
