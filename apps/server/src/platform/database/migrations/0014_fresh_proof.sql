-- When the session's person last proved who they are: at sign-in, or by a call that proves it anew. A refresh does not
-- change it. Null: never in this session, as with the sessions that exist now and with those of an older site's cookie.
alter table sessions add column proved_at timestamptz;
