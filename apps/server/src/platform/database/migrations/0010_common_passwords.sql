-- The password in force is one of the most used, or is made of the person's own identifiers. Found at a sign-in, as only then
-- the password is known; the person is asked to change it.
alter table accounts add column password_too_common boolean not null default false;
