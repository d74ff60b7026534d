-- Shares that an applicant names, in ten-thousands: the first bill goes by them where the register has none.
alter table join_apply add column total_shares numeric(16, 4) check (total_shares >= 0);
