-- A company's industry is one of the dictionary. What was written down freely before stays as it is; it is judged when it changes.
alter table company add column industry_scheme text generated always as ('capco') stored;
alter table company add constraint company_industry_known foreign key (industry_scheme, csrc_industry) references industry (scheme, industry_code) not valid;
