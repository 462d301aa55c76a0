-- Whether the person of a session proved a second factor in it. A session that did not is not lengthened while its pid
-- demands one.
alter table sessions add column second_factor boolean not null default false;
-- Sessions of accounts that are asked for one were begun with it, or set it up: the others were ended then.
update sessions set second_factor = true from accounts
  where accounts.id = sessions.account_id and accounts.second_factor and sessions.ended_at is null;
