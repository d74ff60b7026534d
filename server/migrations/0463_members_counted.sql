-- Members of the companies that a word finds are counted without reading their rows.
create index member_company_kept on member (company_id) where not deleted;
