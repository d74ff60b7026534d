-- What each reviewer said last, and why an application was refused: shown with it, not in its log alone.
alter table join_apply add column first_opinion text, add column second_opinion text, add column reject_reason text;
update join_apply a set
  first_opinion = (select l.reason from audit_log l where l.record_type = 'joinApply' and l.record_id = a.apply_id and l.verb in ('passFirst', 'returnFirst', 'rejectFirst') order by l.audit_id desc limit 1),
  second_opinion = (select l.reason from audit_log l where l.record_type = 'joinApply' and l.record_id = a.apply_id and l.verb in ('passSecond', 'returnSecond', 'rejectSecond') order by l.audit_id desc limit 1),
  reject_reason = (select l.reason from audit_log l where l.record_type = 'joinApply' and l.record_id = a.apply_id and l.verb in ('rejectFirst', 'rejectSecond', 'reject') order by l.audit_id desc limit 1)
where apply_status <> 'draft';
