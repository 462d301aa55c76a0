-- Statements that read whole tables, found by reading their plans.

-- A sign-in on a device that is not known looks for sessions of the account from before devices were kept, ended ones too.
create index sessions_of_account on sessions (account_id);
create index sessions_ended on sessions (ended_at) where ended_at is not null;

create index usage_jobs_by_subject on usage_jobs (subject, created_at);
create index usage_jobs_newest on usage_jobs (created_at, id);
create index usage_jobs_expiry on usage_jobs (expires_at) where expires_at is not null;
create index usage_jobs_finished on usage_jobs (finished_at) where finished_at is not null;
create index usage_jobs_owner on usage_jobs (owner) where owner is not null;

create index pictures_kept on pictures (kept_at);

-- Last: it keeps readers of sessions out until the end of the transaction.
drop index sessions_account;
