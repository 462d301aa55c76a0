-- When the first page view of a group was counted: one that is older, or that pages with an older library report, happened in more page
-- views than were counted. What was counted before this began at the earliest when 0059 made the columns.
alter table error_groups add column pages_since timestamptz;
alter table error_group_releases add column pages_since timestamptz;
update error_groups set pages_since = greatest(first_seen, applied_at)
  from migrations where migrations.name = '0059_affected_pages.sql' and pages > 0;
update error_group_releases set pages_since = greatest(first_seen, applied_at)
  from migrations where migrations.name = '0059_affected_pages.sql' and pages > 0;
