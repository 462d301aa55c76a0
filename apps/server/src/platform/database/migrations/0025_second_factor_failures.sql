-- Wrong recovery codes are counted apart from wrong codes of the app, so that neither locks the other.
alter table second_factor_failures
  add column method text not null default 'totp' check (method in ('totp', 'recovery_code')),
  drop constraint second_factor_failures_account,
  drop constraint second_factor_failures_operator,
  add constraint second_factor_failures_account unique (account_id, method),
  add constraint second_factor_failures_operator unique (operator_id, method);
