-- What an operator noted at a group of errors, who, and when; all three or none.
alter table error_groups add column note text, add column noted_by text, add column noted_at timestamptz;
