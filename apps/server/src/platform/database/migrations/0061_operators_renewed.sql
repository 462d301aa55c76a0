-- When an operator was last promoted, enabled, given a new password by a link, or freed of their second factors: somebody else may be
-- behind the account since. Null: not since it was made, or before this was kept.
alter table operators add column renewed_at timestamptz;
