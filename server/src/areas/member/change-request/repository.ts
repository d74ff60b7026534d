import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { actorName } from '../../../platform/identity/people'
import { membersOfCompany } from '../membership/party.repository'
import { changeTargets } from './target'

const membersOf = (companyId: string) => sql`any(array(${membersOfCompany(companyId)}))`
const fromOthers = (companyId: string) =>
  changeTargets().map((target) =>
    target.idsOfCompany ? sql` union all select change_id from change_request where target_type = ${target.type} and target_id = any(array(${target.idsOfCompany(companyId)}))` : sql``,
  )
/** Requests about a company, its people, who represents its members, and what other areas keep of it; each kind by its index. */
export const changesAbout = (companyId: string) => sql<SqlBool>`t.change_id = any(array(
    select change_id from change_request where target_type = 'company' and target_id = ${companyId}::bigint
    union all select change_id from change_request where target_type = 'contact' and target_id = any(array(select contact_id from contact where company_id = ${companyId}::bigint))
    union all select change_id from change_request where target_type = 'representative' and target_id = ${membersOf(companyId)}
    ${sql.join(fromOthers(companyId), sql``)}))`

export const filters = {
  companyId: changesAbout,
  updateTimeFrom: sinceDay('update_time'),
  updateTimeTo: untilDay('update_time'),
}

const first = (column: string) => sql`(select ${sql.ref(`i.${column}`)} from change_item i where i.change_id = t.change_id and i.item_no = 1)`
export const computed = {
  submitter: actorName('t.create_by'),
  changes: sql`coalesce((select jsonb_agg(jsonb_build_object('fieldName', i.field_name, 'label', i.field_label, 'oldText', i.old_text, 'newText', i.new_text) order by i.item_no) from change_item i where i.change_id = t.change_id), '[]')`,
  changeItems: sql`coalesce((select jsonb_agg(jsonb_build_object('fieldName', i.field_name, 'newValue', i.new_text) order by i.item_no) from change_item i where i.change_id = t.change_id), '[]')`,
  fieldName: first('field_name'),
  newValue: first('new_text'),
}

/** An item of a request: what people read of it, and apart from that what is compared and written, in plain. */
export interface Item {
  fieldName: string
  label: string
  oldText: string | null
  newText: string | null
  before: string | null
  after: string | null
}

/** Fields of a record that open requests are about already, with the numbers of those. */
export const openItems = async (db: Db, targetType: string, targetId: string, fields: readonly string[]): Promise<{ fieldName: string; changeNo: string }[]> =>
  (
    await sql<{ fieldName: string; changeNo: string }>`select i.field_name as "fieldName", r.change_no as "changeNo" from change_item i join change_request r using (change_id)
      where i.open and i.target_type = ${targetType} and i.target_id = ${targetId}::bigint and i.field_name = any(${[...fields]})`.execute(db)
  ).rows

/** Keeps the items of a new request. Two open requests of one field of a record break `change_item_open_unique`. */
export async function keepItems(db: Db, changeId: string, targetType: string, targetId: string, items: readonly Item[]): Promise<void> {
  await sql`insert into change_item (change_id, item_no, target_type, target_id, field_name, field_label, old_text, new_text, kept_old, kept_new)
    select ${changeId}::bigint, x.n, ${targetType}, ${targetId}::bigint, x.item->>'fieldName', x.item->>'label', x.item->>'oldText', x.item->>'newText', x.item->>'before', x.item->>'after'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as x(item, n)`.execute(db)
}

export const itemsOf = async (db: Db, changeId: string): Promise<Item[]> =>
  (
    await sql<Item>`select field_name as "fieldName", field_label as label, old_text as "oldText", new_text as "newText", kept_old as before, kept_new as after
      from change_item where change_id = ${changeId}::bigint order by item_no`.execute(db)
  ).rows

/** A request that is settled leaves its fields to others. */
export const closeItems = (db: Db, changeId: string) => sql`update change_item set open = false where change_id = ${changeId}::bigint`.execute(db)

export async function contactName(db: Db, contactId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from contact where contact_id = ${contactId}::bigint`.execute(db)
  return rows[0]?.name ?? null
}

/** Requests of the demo: office addresses, phones and legal representatives of companies with members; every third changes two fields. */
export async function insertDemo(db: Db, firstNo: string): Promise<void> {
  await sql`
  with company_of as (select c.*, row_number() over (order by c.company_id)::int as n from company c join member m using (company_id) where not c.deleted and not m.deleted order by c.company_id limit 12),
  item as (select c.company_id, c.short_name, c.dept_id, c.create_by, c.n, i.item_no, i.field, i.label, i.before, i.after from company_of c cross join lateral (values
    (1, 'companyPhone', '公司电话', c.company_phone, '010-5550' || lpad((c.n * 37)::text, 4, '0'), c.n % 3 = 0),
    (case when c.n % 3 = 0 then 2 else 1 end, 'officeAddress', '办公地址', c.office_address, coalesce(c.jurisdiction, '') || '虚构大道 ' || c.n * 8 || ' 号 B 座', c.n % 3 < 2),
    (1, 'legalRep', '法定代表人', c.legal_rep, '贾更替', c.n % 3 = 2)) as i(item_no, field, label, before, after, wanted) where i.wanted),
  made as (insert into change_request (change_no, target_type, target_id, target_name, field_label, old_text, new_text, remark, change_status, dept_id, create_by, create_time, update_time)
    select ${firstNo}::text || lpad(n::text, 4, '0'), 'company', company_id, short_name, string_agg(label, '、' order by item_no),
      case when count(*) = 1 then min(before) else string_agg(label || '：' || coalesce(before, '（空）'), '；' order by item_no) end,
      case when count(*) = 1 then min(after) else string_agg(label || '：' || after, '；' order by item_no) end, '公司来函',
      case n % 4 when 0 then 'rejected' when 3 then 'withdrawn' else 'pending' end, dept_id, create_by, now() - n * interval '6 hours', now() - n * interval '6 hours'
    from item group by n, company_id, short_name, dept_id, create_by returning change_id, target_id, change_status)
  insert into change_item (change_id, item_no, target_type, target_id, field_name, field_label, old_text, new_text, kept_old, kept_new, open)
    select m.change_id, i.item_no, 'company', i.company_id, i.field, i.label, i.before, i.after, i.before, i.after, m.change_status = 'pending' from made m join item i on i.company_id = m.target_id`.execute(db)
}
