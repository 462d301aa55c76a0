-- concurrently
-- A saved statement that is deleted takes its tiles with it.
create index concurrently if not exists usage_dashboard_tiles_sql on usage_dashboard_tiles (sql_id);
