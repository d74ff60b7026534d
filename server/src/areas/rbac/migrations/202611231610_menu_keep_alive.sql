-- Whether a page stays as it was left while another one is in front; a page that must show what stands now begins anew at each visit.
alter table menu add column keep_alive boolean not null default true;
