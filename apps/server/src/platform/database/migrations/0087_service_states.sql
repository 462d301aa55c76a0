-- What people need to get in, and others serve: message:sms, message:voice, message:email, challenge:GEETEST, third-party:wechat …
create table service_states (
  service text primary key,
  worked_at timestamptz,
  -- The first failure since it worked last; null: it works.
  failing_since timestamptz
);
