-- Figures and filters are answered from the indexes of values alone: they hold which answer and which row a value is of. A change of a
-- value is a new row, so nothing is updated in place that would make them larger.
drop index form_value_choice;
drop index form_value_number;
drop index form_value_day;
create index form_value_choice on form_value (round_id, question_key, choice) include (answer_id, row_id) where choice is not null;
create index form_value_number on form_value (round_id, question_key, number) include (answer_id) where number is not null;
create index form_value_day on form_value (round_id, question_key, day) include (answer_id) where day is not null;
-- Which question was answered at all.
create index form_value_question on form_value (round_id, question_key, answer_id);
