-- Who asked for an export or an erasure. A job that an account asked for has its id too; a deletion's erasure and an operator's job
-- were told apart by nothing, and count as an operator's.
alter table usage_jobs add column asked_by text
  constraint usage_jobs_asked_by check (asked_by in ('account', 'operator', 'guardian', 'deletion'));
update usage_jobs set asked_by = case when account_id is null then 'operator' else 'account' end;
alter table usage_jobs alter column asked_by set not null;
