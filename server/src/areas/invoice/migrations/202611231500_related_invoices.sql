-- Invoices of an application, as its page lists them.
create index invoice_apply_list on invoice (apply_id, issue_date desc nulls last, invoice_id desc);
