import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

// The second way to every figure of a review: from the stored sheets by SQL's numeric alone, for all batches at once. Shares nothing with the code that
// counts but the tables.

/** Experts, batches, works and sheets of random batches, laid by one statement each; what is random comes from the seed. */
export async function writeRandomBatches(db: Db, batches: number, seed: number): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select setseed(${seed}::float8)`.execute(tx)
    await sql`insert into expert (expert_no, name, unit, fields, mobile, email, term_end, expert_status)
      select 'ZJ9' || lpad(n::text, 4, '0'), '甄专家' || n, '虚构大学', '{law}', (18800000000 + n)::text, 'oracle' || n || '@example.com', current_date + 400, 'serving' from generate_series(1, 12) n`.execute(tx)
    const { rows } = await sql<{ batch_id: string }>`insert into review_batch (batch_name, review_kind, review_stage, start_time, end_time, dimensions, trim_rule, normalisation, least_valid, spread_limit, cut_kind, cut_value, cut_ties, batch_status, frozen_time)
      select '随机批次' || n, 'work', 'first', now() - interval '9 days', now() - interval '1 day',
        case when n % 3 = 0 then jsonb_build_array(jsonb_build_object('dimName', '总评', 'dimWeight', 100, 'dimMax', (array[100, 7, 30])[1 + floor(random() * 3)::int]))
          else jsonb_build_array(jsonb_build_object('dimName', '甲', 'dimWeight', w, 'dimMax', (array[100, 3, 9, 60])[1 + floor(random() * 4)::int], 'tieOrder', case when n % 2 = 0 then 2 end),
            jsonb_build_object('dimName', '乙', 'dimWeight', 100 - w, 'dimMax', (array[100, 7, 11])[1 + floor(random() * 3)::int], 'tieOrder', case when n % 5 <> 0 then 1 end)) end,
        (array['none', 'ends'])[1 + floor(random() * 2)::int], (array['none', 'expert', 'expert'])[1 + floor(random() * 3)::int], 1 + floor(random() * 4)::int, (array[0, 5.55, 12.34, 30, 100])[1 + floor(random() * 5)::int],
        c, case c when 'none' then null when 'first' then 1 + floor(random() * 8)::int else round((random() * 100)::numeric, 2) end, (array['all', 'none'])[1 + floor(random() * 2)::int], 'ended', now()
      from generate_series(1, ${batches}::int) n, lateral (select 10 + floor(random() * 80 + n * 0)::int as w, (array['none', 'first', 'score'])[1 + floor(random() * 3 + n * 0)::int] as c) x returning batch_id`.execute(tx)
    await sql`insert into review_item (batch_id, reviewable, object_id, item_no, title) select b.batch_id, 'reviewWork', n, n, '作品' || n from review_batch b, lateral generate_series(1, 4 + (b.batch_id % 9)::int) n`.execute(tx)
    // Few different scores in one half of the batches, so that there are ties; some experts give the same to all.
    await sql`with pairs as (
        select i.batch_id, i.item_id, e.expert_id, b.dimensions, b.batch_id % 2 = 0 as coarse, e.expert_id % 5 = 0 and b.batch_id % 3 = 0 as flat from review_item i join review_batch b using (batch_id) join expert e on e.email like 'oracle%' where random() + e.expert_id * 0 < 0.12 + (b.batch_id % 7) * 0.1),
      assigned as (insert into review_assignment (batch_id, item_id, expert_id, assign_status) select batch_id, item_id, expert_id, 'accepted' from pairs returning assignment_id, item_id, expert_id)
      insert into review_sheet (assignment_id, batch_id, item_id, expert_id, dim_scores, sheet_status, submit_time)
      select a.assignment_id, p.batch_id, p.item_id, p.expert_id, (select jsonb_object_agg(d ->> 'dimName', case when p.flat then round((d ->> 'dimMax')::numeric * 0.7, 1) when p.coarse then round((d ->> 'dimMax')::numeric * (8 + floor(random() * 3)::int) / 10, 1)
            else round((d ->> 'dimMax')::numeric * random()::numeric, 1) end) from jsonb_array_elements(p.dimensions) d),
        case when random() < 0.9 then 'submitted' else (array['draft', 'late', 'struck', 'recused'])[1 + floor(random() * 4)::int] end, now()
      from pairs p join assigned a using (item_id, expert_id)`.execute(tx)
    return rows.map(({ batch_id }) => batch_id)
  })
}

/** What differs between the stored results of these batches and those that SQL gives, as lines to read; and how many figures were compared. */
export async function oracleDifferences(db: Db, batchIds: readonly string[]): Promise<{ lines: string[]; results: number; sheets: number; ranked: number; tied: number; dropped: number; adjusted: number }> {
  const { rows: lines } = await sql<{ line: string }>`with ${oracle(batchIds)}
    select format('batch %s item %s: stored %s, by SQL %s', coalesce(r.batch_id, o.batch_id), coalesce(r.item_id, o.item_id), to_jsonb(r) - 'detail', to_jsonb(o)) as line
    from (select * from review_result where batch_id = any(${[...batchIds]}::bigint[])) r full join by_rank o on o.item_id = r.item_id
    where (r.valid_count, r.raw_mean, r.drop_high, r.drop_low, r.final_score, r.spread, r.rank_no, r.in_cut, r.result_status, coalesce(r.detail -> 'dimMeans', '{}'))
      is distinct from (o.valid_count, o.raw_mean, o.drop_high, o.drop_low, o.final_score, o.spread, o.rank_no, o.in_cut, o.result_status, coalesce(o.dim_means, '{}'))
    union all
    select format('sheet %s: stored %s %s %s, by SQL %s %s %s', x.sheet_id, x.raw, x.counted, x.dropped, o.raw, o.counted, o.dropped)
    from (select (s ->> 'sheetId')::bigint as sheet_id, (s ->> 'raw')::numeric as raw, (s ->> 'counted')::numeric as counted, (s ->> 'unadjusted')::boolean as unadjusted, s ->> 'dropped' as dropped
        from review_result r, jsonb_array_elements(r.detail -> 'sheets') s where r.batch_id = any(${[...batchIds]}::bigint[])) x full join by_sheet o on o.sheet_id = x.sheet_id
    where (x.raw, x.counted, x.dropped, x.unadjusted) is distinct from (o.raw, o.counted, o.dropped, o.unadjusted) limit 20`.execute(db)
  const { rows } = await sql<{ results: number; sheets: number; ranked: number; tied: number; dropped: number; adjusted: number }>`with ${oracle(batchIds)}
    select (select count(*)::int from by_rank) as results, count(*)::int as sheets, (select count(rank_no)::int from by_rank) as ranked, (select count(*)::int from by_rank a where exists (select from by_rank b where b.batch_id = a.batch_id and b.rank_no = a.rank_no and b.item_id <> a.item_id)) as tied,
      count(dropped)::int as dropped, count(*) filter (where not unadjusted and normalisation = 'expert')::int as adjusted from by_sheet`.execute(db)
  return { lines: lines.map(({ line }) => line), ...(rows[0] ?? { results: 0, sheets: 0, ranked: 0, tied: 0, dropped: 0, adjusted: 0 }) }
}

// round(numeric, n) rounds halves away from nought, which is up for what is never below it. Totals, means and places are those of the contract's comment:
// the root of a normalised score is cut off after eight decimals (ADR 095).
const oracle = (batchIds: readonly string[]) => sql`batches as materialized (select * from review_batch where batch_id = any(${[...batchIds]}::bigint[])),
  dims as (select b.batch_id, d.ordinality as no, d.value ->> 'dimName' as name, (d.value ->> 'dimWeight')::numeric as weight, (d.value ->> 'dimMax')::numeric as most, (d.value ->> 'tieOrder')::int as tie_order from batches b, jsonb_array_elements(b.dimensions) with ordinality d),
  parts as (select s.sheet_id, s.item_id, s.expert_id, s.batch_id, d.name, d.tie_order, d.weight, d.most, (s.dim_scores ->> d.name)::numeric as score from review_sheet s join dims d using (batch_id) where s.sheet_status = 'submitted'),
  shares as (select batch_id, exp(sum(ln(most)))::numeric(60, 0) as common from dims group by batch_id),
  raws as materialized (select p.sheet_id, p.item_id, p.expert_id, p.batch_id, b.normalisation, round(sum(p.score * p.weight * div(c.common, p.most)) / c.common, 2) as raw from parts p join batches b using (batch_id) join shares c using (batch_id) group by p.sheet_id, p.item_id, p.expert_id, p.batch_id, b.normalisation, c.common),
  of_batch as (select batch_id, count(*)::numeric as n, sum(raw * 100) as s, count(*) * sum(raw * raw * 10000) - sum(raw * 100) ^ 2 as v from raws group by batch_id),
  of_expert as (select batch_id, expert_id, count(*)::numeric as n, sum(raw * 100) as s, count(*) * sum(raw * raw * 10000) - sum(raw * 100) ^ 2 as v from raws group by batch_id, expert_id),
  measured as (select r.*, a.n as an, a.s as asum, e.n >= 5 and e.v > 0 as adjusted, sign(e.n * r.raw * 100 - e.s) * trunc(sqrt(case when e.v > 0 then div(trunc(a.v * (e.n * r.raw * 100 - e.s) ^ 2 * 1000000000000), trunc(a.n * a.n * e.v)) else 0 end::numeric(80, 30))) as deviation
    from raws r join of_batch a using (batch_id) join of_expert e using (batch_id, expert_id)),
  counted as materialized (select m.sheet_id, m.item_id, m.batch_id, m.normalisation, m.raw,
      case when m.normalisation = 'expert' and m.adjusted then least(100, greatest(0, floor((2 * (m.asum * 1000000 + m.an * m.deviation) + m.an * 10000) / (2 * m.an * 10000)) / 10000)) else m.raw end as counted, m.normalisation = 'expert' and not m.adjusted as unadjusted
    from measured m),
  placed as (select c.*, count(*) over w as n, row_number() over (w order by c.counted, c.sheet_id rows between unbounded preceding and current row) as up from counted c window w as (partition by c.item_id)),
  by_sheet as materialized (select p.*, case when b.trim_rule = 'ends' and p.n >= 5 then case p.up when 1 then 'low' when p.n then 'high' end end as dropped from placed p join batches b using (batch_id)),
  dim_means as (select item_id, jsonb_object_agg(name, mean) as dim_means, array_agg(mean order by tie_order) filter (where tie_order is not null) as tied from (select item_id, name, tie_order, round(avg(score), 2) as mean from parts group by item_id, name, tie_order) x group by item_id),
  by_item as materialized (select i.batch_id, i.item_id, count(s.sheet_id)::int as valid_count, round(sum(s.raw) / nullif(count(s.sheet_id), 0), 2) as raw_mean, round(max(s.counted) filter (where s.dropped = 'high'), 2) as drop_high, round(max(s.counted) filter (where s.dropped = 'low'), 2) as drop_low,
      case when count(s.sheet_id) >= b.least_valid then round(sum(s.counted) filter (where s.dropped is null) / nullif(count(*) filter (where s.dropped is null), 0), 2) end as final_score, case when count(s.sheet_id) >= b.least_valid then round(max(s.counted) - min(s.counted), 2) end as spread,
      m.dim_means, m.tied, b.spread_limit, b.cut_kind, b.cut_value, b.cut_ties
    from review_item i join batches b using (batch_id) left join by_sheet s on s.item_id = i.item_id left join dim_means m on m.item_id = i.item_id group by i.batch_id, i.item_id, b.least_valid, b.spread_limit, b.cut_kind, b.cut_value, b.cut_ties, m.dim_means, m.tied),
  ranks as (select batch_id, item_id, rank() over w as rank_no, rank() over w + count(*) over (partition by batch_id, final_score, tied, raw_mean) - 1 as last_no from by_item where final_score is not null window w as (partition by batch_id order by final_score desc, tied desc, raw_mean desc)),
  by_rank as materialized (select x.*, k.rank_no::int as rank_no, case when k.rank_no is null or x.cut_kind = 'none' then null when x.cut_kind = 'score' then x.final_score >= x.cut_value when x.cut_ties = 'all' then k.rank_no <= x.cut_value else k.last_no <= x.cut_value end as in_cut,
      case when x.final_score is null then 'lacking' when x.spread > x.spread_limit then 'again' else 'summed' end as result_status from by_item x left join ranks k using (item_id))`
