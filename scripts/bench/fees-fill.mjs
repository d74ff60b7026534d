// Rows of the fees area for the measurements, made in the database itself: as many members, bills, payments and so on as there
// are companies, spread over three years, categories and offices as in the demo association.

const CATEGORIES = `insert into member_category (category_name, category_level) select '类别' || n, n from generate_series(1, 8) n`
const STANDARDS = `insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes, standard_status)
  select '会费', category_id, 2000000, 2020, '决议', '2019-11-01', 90, 80, 70, 'active' from member_category`
const MEMBERS = `insert into member (member_no, company_id, category_id, join_date, arrears_years, member_status)
  select 'M' || (2010 + company_id % 15) || lpad((company_id % 100000)::text, 5, '0'), company_id, 1 + company_id % 8, make_date((2010 + company_id % 15)::int, 3, 1), case when company_id % 40 = 0 then 3 else 0 end,
    case when company_id % 50 = 7 then 'left' else 'normal' end
  from company order by company_id`
const CONTACTS = `insert into contact (company_id, name, post_type, mobile, email, contact_status, consent_date, start_date)
  select company_id, '甄' || company_id, 'finance', '199' || lpad(company_id::text, 8, '0'), 'p' || company_id || '@example.com', 'serving', '2025-01-01', date '2020-01-01' + (company_id % 2000)::int from company order by company_id`

/** Companies' members with their categories, standards and one contact each. */
export async function fillMembers(client) {
  for (const text of [CATEGORIES, STANDARDS, MEMBERS, CONTACTS]) await client.query(text)
  await client.query('vacuum analyze member, contact, fee_standard')
}

/** Business numbers as they come about: some ninety a day over three years. */
const numbered = (kind, id) => `'${kind}' || to_char(date '2023-01-01' + (${id} / 90)::int, 'YYYYMMDD') || lpad((${id} % 90)::text, 4, '0')`

const ROWS = [
  `insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, paid_amount, bill_status, due_date, update_time)
    select 'HF2025' || substr(member_no, 2), member_id, 2025, category_id, 2000000, case when member_id % 5 = 0 then 0 else 2000000 end, case when member_id % 5 = 0 then 'due' else 'paid' end, date '2025-05-31' + (member_id % 60)::int, now() - member_id * interval '1 minute' from member`,
  `insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial, allocated_amount, pay_status, update_time)
    select 'JF2025' || lpad(m.member_id::text, 8, '0'), m.member_id, date '2025-01-01' + (m.member_id % 300)::int, 2000000, 'bank', c.company_name, 'S' || m.member_id, 2000000, 'settled', now() - m.member_id * interval '1 minute' from member m join company c using (company_id)`,
  `insert into bank_line (account, serial_no, trade_time, payer_name, amount, purpose, match_result)
    select '0000111', 'L' || member_id, timestamptz '2025-01-01' + member_id * interval '3 minutes', '付款' || member_id, 100 + member_id, '会费', 'none' from member`,
  `insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time) select line_id, amount, serial_no, payer_name, trade_time from bank_line`,
  `insert into reduction (reduce_no, bill_id, reduce_type, reduce_amount, reason_type, decision_by, reduce_status, update_time)
    select ${numbered('JM', 'bill_id')}, bill_id, 'fixed', 100, 'disaster', 'office', 'rejected', now() - bill_id * interval '1 minute' from dues_bill`,
  `insert into unpaid_case (member_id, handle_status, update_time) select member_id, case when member_id % 3 = 0 then 'handled' else 'dunning' end, now() - member_id * interval '1 minute' from member`,
  `insert into dunning (member_id, dunning_way, dunning_note, unpaid_total, dunning_time) select member_id, 'phone', '电话联系', 2000000, now() - member_id * interval '1 minute' from member`,
  `insert into message (channel, msg_no, msg_kind, content, audience, msg_status, create_time) select 'sms', 'DX' || n, 'notice', '请缴纳会费 ' || n, '{}', 'done', now() - n * interval '1 minute' from generate_series(1, (select count(*) from member)) n`,
  `insert into demand (demand_no, company_id, demand_type, professions, demand_count, deadline, description, contact_name, contact_mobile, demand_status, update_time)
    select ${numbered('XQ', 'company_id')}, company_id, 'independent', '{accounting}', 1, date '2026-01-01' + (company_id % 300)::int, '需求', '甄某', '19900000000', 'published', now() - company_id * interval '1 minute' from company`,
  `insert into company_report (company_id, report_year, report_type, title, paper, report_status, update_time) select company_id, 2025, 'annual', '年度报告 ' || company_id, '[]', 'published', now() - company_id * interval '1 minute' from company`,
  `insert into invoice_head (member_id, head_type, title, receive_email, head_status) select member_id, 'other', '抬头' || member_id, 'a' || member_id || '@example.com', case when member_id % 500 = 0 then 'disabled' else 'enabled' end from member`,
  `insert into invoice_apply (apply_no, member_id, biz_type, ticket_type, head_id, amount, item_name, title, invoice_status, update_time)
    select ${numbered('KP', 'h.head_id')}, h.member_id, case when h.head_id % 500 = 0 then 'mall' else 'training' end, 'normal', h.head_id, h.head_id, '项目', h.title, case when h.head_id % 500 = 0 then 'pending' else 'issued' end, now() - h.head_id * interval '1 minute' from invoice_head h`,
  `insert into invoice (invoice_no, apply_id, member_id, biz_type, ticket_type, title, item_name, amount, issue_date, ticket_status, issue_way)
    select '9' || lpad(apply_id::text, 19, '0'), apply_id, member_id, biz_type, ticket_type, title, '项目', amount, date '2015-01-01' + (apply_id % 3000)::int, case when apply_id % 500 = 0 then 'red' else 'issued' end, 'manual' from invoice_apply`,
  `insert into red_confirm (confirm_no, invoice_id, red_reason, red_amount, used_flag, initiator, ticket_before, red_status, confirm_deadline)
    select ${numbered('HZ', 'invoice_id')}, invoice_id, 'allowance', 1, false, 'seller', 'issued', case when invoice_id % 500 = 0 then 'refused' else 'done' end, now() + invoice_id * interval '1 minute' from invoice`,
  `insert into invoice_send (invoice_id, send_to, send_result, send_time) select invoice_id, 'kp' || invoice_id || '@example.com', case when invoice_id % 500 = 0 then 'failed' else 'sent' end, now() - invoice_id * interval '1 minute' from invoice`,
  `insert into exclusive_user (member_id, name, mobile, valid_to, exclusive_status, update_time) select member_id, '甄' || member_id, '1991' || lpad(member_id::text, 7, '0'), date '2026-01-01' + (member_id % 900)::int, 'disabled', now() - member_id * interval '1 minute' from member`,
  `insert into member_transfer (member_id, transfer_type, to_category_id, effective_date, transfer_status, update_time) select member_id, 'category', 1, date '2020-01-01' + (member_id % 1500)::int, 'rejected', now() - member_id * interval '1 minute' from member`,
  `insert into member_withdraw (member_id, withdraw_type, reason, withdraw_status, update_time) select member_id, 'voluntary', '申请', 'ended', now() - member_id * interval '1 minute' from member`,
  `insert into member_archive (archive_no, member_id, archive_type, title, papers, retention, archive_status, update_time) select 'DA1999-' || lpad(member_id::text, 6, '0'), member_id, 'join', '材料' || member_id, '[]', 'ten', 'archived', now() - member_id * interval '1 minute' from member`,
  `insert into join_apply (apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, apply_status, update_time)
    select ${numbered('RH', 'company_id')}, '虚构' || company_id || '股份有限公司', credit_code, 1, '甄', '19900000000', 'approved', now() - company_id * interval '1 minute' from company`,
  `insert into change_request (change_no, target_type, target_id, target_name, field_label, change_status, update_time) select ${numbered('BG', 'company_id')}, 'company', company_id, '公司' || company_id, '法定代表人', 'rejected', now() - company_id * interval '1 minute' from company`,
  `insert into change_item (change_id, item_no, target_type, target_id, field_name, field_label, new_text, open) select change_id, 1, target_type, target_id, 'legalPerson', field_label, '甄某', false from change_request`,
  `insert into director_user (name, id_card, id_card_sealed, id_card_print, mobile, email, current_unit, professions, experience_years, current_seats, is_accounting, punished36m, resume, consent_time, pool_status)
    select '贾' || n, '', '', 'p' || n, '1' || (9000000000 + n), 'x@example.com', '单位' || n, array[(array['law', 'finance', 'industry', 'management'])[1 + n % 4]], n % 40, 4 + n % 9, false, false, '[]', now(), 'listed' from generate_series(1, (select count(*) from member)) n`,
  `insert into enterprise_user (applicant_name, mobile, company_id, credit_code, post_type, auth_letter, license_file, certify_status) select '贾' || company_id, '19900000000', company_id, credit_code, 'affairs', '[]', '[]', 'cancelled' from company`,
  `insert into opt_out (channel, address) select 'sms', (19930000000 + n)::text from generate_series(1, (select count(*) from member)) n`,
]
const TABLES = `dues_bill, payment, bank_line, suspense_item, reduction, unpaid_case, dunning, message, demand, company_report, member, invoice_head, invoice_apply, invoice, red_confirm,
  invoice_send, exclusive_user, member_transfer, member_withdraw, member_archive, join_apply, change_request, change_item, director_user, enterprise_user, opt_out`

/** As many rows as there are members in each table of the lists. */
export async function fillLists(client) {
  // Indexes of grams are built whole in a tenth of the time that they take row by row.
  const { rows: grams } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index join pg_class on oid = indexrelid join pg_am on pg_am.oid = relam
     where amname = 'gin' and indrelid = any($1::regclass[])`,
    [TABLES.split(',').map((name) => name.trim())],
  )
  for (const { name } of grams) await client.query(`drop index ${name}`)
  for (const text of ROWS) await client.query(text)
  for (const { made } of grams) await client.query(made)
  await client.query('update member set balance = member_id % 1000 where member_id % 20 = 0')
  await client.query(`vacuum analyze ${TABLES}`)
}
