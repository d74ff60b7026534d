-- Who has done what to a record whose approval is another person's (ADR 24): `write:17` for everybody who ever created or changed its
-- content, `submit:17` for the last who carried out a step. Written by the statement that writes content or status.
alter table payment add column acted_by text[] not null default '{}';
alter table reduction add column acted_by text[] not null default '{}';
alter table trial_account add column acted_by text[] not null default '{}';
alter table member_transfer add column acted_by text[] not null default '{}';
alter table director_user add column acted_by text[] not null default '{}';
alter table enterprise_user add column acted_by text[] not null default '{}';
alter table join_apply add column acted_by text[] not null default '{}';
alter table member_withdraw add column acted_by text[] not null default '{}';
alter table balance_request add column acted_by text[] not null default '{}';
alter table invoice_apply add column acted_by text[] not null default '{}';
alter table red_confirm add column acted_by text[] not null default '{}';
alter table change_request add column acted_by text[] not null default '{}';
alter table company_report add column acted_by text[] not null default '{}';
alter table demand add column acted_by text[] not null default '{}';
alter table member_archive add column acted_by text[] not null default '{}';
alter table fee_standard add column acted_by text[] not null default '{}';
alter table unpaid_case add column acted_by text[] not null default '{}';
alter table reminder_rule add column acted_by text[] not null default '{}';
alter table access_review add column acted_by text[] not null default '{}';
alter table room_reservation add column acted_by text[] not null default '{}';
alter table message add column acted_by text[] not null default '{}';

-- What happened before stands in the log: of changes everybody, of steps the last.
create temporary table acted on commit drop as
  select record_type, record_id, array_agg(deed || ':' || user_id order by at) as acted_by
  from (
    select *, row_number() over (partition by record_type, record_id, deed order by at desc) as back from (
      select record_type, record_id, user_id, case when verb in ('insert', 'update') then 'write' else verb end as deed, max(audit_id) as at
      from audit_log
      where record_type in ('payment', 'reduction', 'trialAccount', 'memberTransfer', 'directorUser', 'enterpriseUser', 'joinApply', 'memberWithdraw', 'balanceRequest', 'invoiceApply', 'redConfirm', 'changeRequest', 'companyReport', 'demand', 'memberArchive', 'feeStandard', 'unpaidCase', 'reminderRule', 'accessReview', 'reservation', 'smsMessage', 'mailMessage')
        and record_id is not null and user_id is not null and verb is not null and verb <> 'viewPlain' and code = '000000'
      group by 1, 2, 3, 4) d) e
  where deed = 'write' or back = 1
  group by 1, 2;
create index on acted (record_type, record_id);
update payment t set acted_by = a.acted_by from acted a where a.record_type = 'payment' and a.record_id = t.payment_id;
update reduction t set acted_by = a.acted_by from acted a where a.record_type = 'reduction' and a.record_id = t.reduction_id;
update trial_account t set acted_by = a.acted_by from acted a where a.record_type = 'trialAccount' and a.record_id = t.trial_id;
update member_transfer t set acted_by = a.acted_by from acted a where a.record_type = 'memberTransfer' and a.record_id = t.transfer_id;
update director_user t set acted_by = a.acted_by from acted a where a.record_type = 'directorUser' and a.record_id = t.director_id;
update enterprise_user t set acted_by = a.acted_by from acted a where a.record_type = 'enterpriseUser' and a.record_id = t.enterprise_id;
update join_apply t set acted_by = a.acted_by from acted a where a.record_type = 'joinApply' and a.record_id = t.apply_id;
update member_withdraw t set acted_by = a.acted_by from acted a where a.record_type = 'memberWithdraw' and a.record_id = t.withdraw_id;
update balance_request t set acted_by = a.acted_by from acted a where a.record_type = 'balanceRequest' and a.record_id = t.request_id;
update invoice_apply t set acted_by = a.acted_by from acted a where a.record_type = 'invoiceApply' and a.record_id = t.apply_id;
update red_confirm t set acted_by = a.acted_by from acted a where a.record_type = 'redConfirm' and a.record_id = t.red_id;
update change_request t set acted_by = a.acted_by from acted a where a.record_type = 'changeRequest' and a.record_id = t.change_id;
update company_report t set acted_by = a.acted_by from acted a where a.record_type = 'companyReport' and a.record_id = t.report_id;
update demand t set acted_by = a.acted_by from acted a where a.record_type = 'demand' and a.record_id = t.demand_id;
update member_archive t set acted_by = a.acted_by from acted a where a.record_type = 'memberArchive' and a.record_id = t.archive_id;
update fee_standard t set acted_by = a.acted_by from acted a where a.record_type = 'feeStandard' and a.record_id = t.standard_id;
update unpaid_case t set acted_by = a.acted_by from acted a where a.record_type = 'unpaidCase' and a.record_id = t.case_id;
update reminder_rule t set acted_by = a.acted_by from acted a where a.record_type = 'reminderRule' and a.record_id = t.rule_id;
update access_review t set acted_by = a.acted_by from acted a where a.record_type = 'accessReview' and a.record_id = t.review_id;
update room_reservation t set acted_by = a.acted_by from acted a where a.record_type = 'reservation' and a.record_id = t.reservation_id;
update message t set acted_by = a.acted_by from acted a where a.record_type = t.channel || 'Message' and a.record_id = t.message_id;

-- What rows were laid with that no log tells of, such as those of before its time.
update payment set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update reduction set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update trial_account set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update member_transfer set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update director_user set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update enterprise_user set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update join_apply set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update member_withdraw set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update balance_request set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update invoice_apply set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update red_confirm set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update change_request set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update company_report set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update demand set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update member_archive set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update fee_standard set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update reminder_rule set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update access_review set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update room_reservation set acted_by = ('write:' || applicant_id)::text || acted_by where applicant_id is not null and not acted_by @> array['write:' || applicant_id];
update message set acted_by = ('write:' || create_by)::text || acted_by where create_by is not null and not acted_by @> array['write:' || create_by];
update message set acted_by = acted_by || ('submit:' || submit_by)::text where submit_by is not null and not exists (select 1 from unnest(acted_by) a where starts_with(a, 'submit:'));
update join_apply set acted_by = acted_by || ('passFirst:' || first_reviewer_id)::text where first_reviewer_id is not null and not exists (select 1 from unnest(acted_by) a where starts_with(a, 'passFirst:'));
update join_apply set acted_by = acted_by || ('passSecond:' || second_reviewer_id)::text where second_reviewer_id is not null and not exists (select 1 from unnest(acted_by) a where starts_with(a, 'passSecond:'));
update reduction set acted_by = acted_by || ('passFirst:' || first_reviewer_id)::text where first_reviewer_id is not null and not exists (select 1 from unnest(acted_by) a where starts_with(a, 'passFirst:'));
update member_archive set acted_by = acted_by || ('askDestroy:' || asked_by)::text where asked_by is not null and not exists (select 1 from unnest(acted_by) a where starts_with(a, 'askDestroy:'));
