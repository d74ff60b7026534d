-- Where a ticket comes from: registered by hand, written by a provider, or by the built-in trial provider, which wrote all until now.
alter table invoice add column issue_way text not null default 'manual' check (issue_way in ('manual', 'provider', 'trial'));
update invoice i set issue_way = 'trial' where exists (select 1 from invoice_provider_record r where r.invoice_no = i.invoice_no);
create index invoice_way on invoice (issue_way, invoice_id);

-- When the file was first fetched by the link of the mail.
alter table invoice_send add column read_time timestamptz;

-- Money of other business is looked for among the bank's lines by its serial alone.
create index bank_line_serial on bank_line (serial_no);
