-- Wrong passwords in a row that a session gave for its own account; ten end it. What is stolen with a session does not
-- guess the password.
alter table sessions add column wrong_passwords smallint not null default 0;
