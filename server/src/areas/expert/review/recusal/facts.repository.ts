import { TIE_MONTHS } from '@assoc/contract/expert/review/recusal'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import { actingAccounts } from '../../../../platform/identity/people'
import '../../tables'
import '../tables'

const since = sql`((now() at time zone 'Asia/Shanghai')::date - make_interval(months => ${sql.lit(TIE_MONTHS)}))::date`
const held = sql`(a.appoint_status = 'serving' or a.appoint_status = 'left' and a.leave_date >= ${since})`

export interface ItemFacts {
  itemId: string
  reviewable: string
  objectId: string
}

/** Works of a batch; all of them, or some. */
export async function itemsOf(db: Db, batchId: string, itemIds: readonly string[] | null): Promise<ItemFacts[]> {
  const { rows } = await sql<ItemFacts>`
    select item_id as "itemId", reviewable, object_id as "objectId" from review_item
    where batch_id = ${batchId}::bigint and (${itemIds}::bigint[] is null or item_id = any(${itemIds}::bigint[])) order by item_no`.execute(db)
  return rows
}

export interface ExpertFacts {
  expertId: string
  name: string
  unit: string
  mobile: string
  idCardPrint: string | null
}

export async function expertsOf(db: Db, expertIds: readonly string[]): Promise<ExpertFacts[]> {
  const { rows } = await sql<ExpertFacts>`select expert_id as "expertId", name, unit, mobile, id_card_print as "idCardPrint" from expert where expert_id = any(${[...expertIds]}::bigint[]) order by expert_id`.execute(db)
  return rows
}

export type BondKind = 'employer' | 'directorship' | 'client' | 'holding' | 'other' | 'office' | 'contact' | 'account' | 'unit'

/** A company or unit that an expert is bound to, and how that is known. */
export interface Bond {
  expertId: string
  kind: BondKind
  companyId: string | null
  unit: string | null
}

/** What experts are bound to: what they have declared, offices at companies, contacts and accounts of companies, and a unit that is a company. */
export async function bondsOf(db: Db, expertIds: readonly string[]): Promise<Bond[]> {
  const ids = [...expertIds]
  const { rows } = await sql<Bond>`
    select x.expert_id as "expertId", x.tie_kind as kind, x.company_id as "companyId", coalesce(c.company_name, x.unit) as unit
    from expert_tie x left join company_public c on c.company_id = x.company_id
    where x.expert_id = any(${ids}::bigint[]) and (x.until is null or x.until >= ${since})
    union
    select e.expert_id, 'office', a.company_id, c.company_name
    from expert e join lateral (select p.person_id from director_base p where p.id_card_print = e.id_card_print union select p.person_id from director_base p where p.mobile = e.mobile) p on true
    join director_appointment a on a.person_id = p.person_id and ${held} join company_public c on c.company_id = a.company_id where e.expert_id = any(${ids}::bigint[])
    union
    select e.expert_id, 'contact', k.company_id, c.company_name from expert e join contact_public k on k.mobile = e.mobile and k.contact_status in ('pending', 'serving') join company_public c on c.company_id = k.company_id
    where e.expert_id = any(${ids}::bigint[])
    union
    select e.expert_id, 'account', c.company_id, c.company_name from expert e join ${actingAccounts} l on l.user_id = e.user_id and l.subject = 'company' join company_public c on c.company_id = l.subject_id::bigint
    where e.expert_id = any(${ids}::bigint[])
    union
    select e.expert_id, 'unit', c.company_id, c.company_name from expert e join company_public c on c.company_name = e.unit and not c.deleted where e.expert_id = any(${ids}::bigint[])
    order by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Companies at which persons hold an office, or did within the months that count, by the print of their ID number. */
export async function officesOf(db: Db, prints: readonly string[]): Promise<{ idCardPrint: string; companyId: string; unit: string }[]> {
  if (prints.length === 0) return []
  const { rows } = await sql<{ idCardPrint: string; companyId: string; unit: string }>`
    select distinct p.id_card_print as "idCardPrint", a.company_id as "companyId", c.company_name as unit
    from director_base p join director_appointment a on a.person_id = p.person_id and ${held} join company_public c on c.company_id = a.company_id
    where p.id_card_print = any(${[...prints]}::text[]) order by 1, 2`.execute(db)
  return rows
}

export interface CoAuthor {
  expertId: string
  workId: string
  title: string
  name: string
  unit: string | null
  idCardPrint: string | null
  mobilePrint: string | null
}

/** With whom experts have written works that were handed in within the months that count; experts are known by their numbers. */
export async function coAuthorsOf(db: Db, experts: readonly { expertId: string; idCardPrint: string | null; mobilePrint: string }[]): Promise<CoAuthor[]> {
  const { rows } = await sql<CoAuthor>`
    with own as (
      select x."expertId" as expert_id, a.work_id, a.author_id from jsonb_to_recordset(${JSON.stringify(experts)}::jsonb) x("expertId" bigint, "idCardPrint" text, "mobilePrint" text)
      join lateral (
        select n.work_id, n.author_id from review_work_author n where n.id_card_print = x."idCardPrint"
        union select n.work_id, n.author_id from review_work_author n where n.mobile_print = x."mobilePrint") a on true)
    select o.expert_id as "expertId", w.work_id as "workId", w.title, c.name, c.unit, c.id_card_print as "idCardPrint", c.mobile_print as "mobilePrint"
    from own o join review_work w on w.work_id = o.work_id and w.create_time >= ${since} join review_work_author c on c.work_id = o.work_id and c.author_id <> o.author_id
    order by 1, 2, c.author_id`.execute(db)
  return rows
}

export interface Noted {
  itemId: string
  expertId: string
  recuseType: string
  recuseSource: string
  recuseStatus: 'possible' | 'confirmed' | 'dismissed'
  detail: string
  factKey: string
}

/** What was noted of these experts and works, in this batch or in others that review the same. */
export async function notedOf(db: Db, batchId: string, expertIds: readonly string[]): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select i.item_id as "itemId", r.expert_id as "expertId", r.recuse_type as "recuseType", r.recuse_source as "recuseSource", r.recuse_status as "recuseStatus", r.detail, r.fact_key as "factKey"
    from review_item i join review_item o on o.reviewable = i.reviewable and o.object_id = i.object_id
    join review_recusal r on r.item_id = o.item_id and r.expert_id = any(${[...expertIds]}::bigint[])
    where i.batch_id = ${batchId}::bigint order by r.recusal_id`.execute(db)
  return rows
}
