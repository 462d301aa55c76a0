-- The code that was sent with the link: whoever refuses the link ends this code, and no later one for the same address. Absent where the
-- release before made the link.
alter table email_links add column code_mac bytea;
