-- concurrently
-- The cleanup looks for deletions alone, of which there are few among the people who have not changed for long.
create index concurrently if not exists account_changes_deleted on account_changes (changed_at) where deleted;
