-- A keyword finds companies by the beginning of their credit code and of their legal representative's name.
create index company_credit_code_begins on company (credit_code text_pattern_ops) where not deleted and credit_code is not null;
create index company_legal_rep_begins on company (legal_rep text_pattern_ops) where not deleted and legal_rep is not null;
