-- Numbers and addresses of people are found by their whole alone.
drop index invoice_send_grams;
create index invoice_send_to on invoice_send (lower(send_to));
