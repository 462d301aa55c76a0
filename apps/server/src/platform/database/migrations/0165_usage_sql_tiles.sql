-- A tile of a dashboard is a saved question or a saved statement.
alter table usage_dashboard_tiles
  alter column question_id drop not null,
  add column sql_id uuid references usage_sql on delete cascade,
  add check (num_nonnulls(question_id, sql_id) = 1);
