-- concurrently
-- Groups of errors that are new in a release.
create index concurrently if not exists error_groups_first_release on error_groups (product, first_release);
