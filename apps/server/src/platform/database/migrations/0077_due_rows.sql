-- concurrently
-- Each finds the rows that a job has something to do with, among all that it passes over for good.
create index concurrently if not exists guardianships_unchecked on guardianships ((coalesce(agreements_checked_at, '-infinity')));
create index concurrently if not exists accounts_of_age on accounts (child_until) where child_until is not null;
create index concurrently if not exists sign_in_failures_unknown on sign_in_failures (last_failed_at) where octet_length(identity) > 16;
drop index concurrently if exists sign_in_failures_last;
create index concurrently if not exists usage_jobs_overdue on usage_jobs (expires_at) where kind = 'export' and state in ('done', 'cancelled');
drop index concurrently if exists usage_jobs_expiry;
-- Pictures are read page by page, by name.
drop index concurrently if exists pictures_kept;
-- Finds the error groups of a release.
create index concurrently if not exists error_group_releases_release on error_group_releases (release);
