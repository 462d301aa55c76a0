-- Whether the account has an authenticator app or a passkey. On the account's own row, which every sign-in locks: a sign-in
-- that waits for the change of a second factor reads the new value.
alter table accounts add column second_factor boolean not null default false;
