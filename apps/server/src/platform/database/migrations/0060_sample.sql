-- What `npm run sample` makes is marked, so that it is removed wholly and counts nowhere.
alter table accounts add column sample boolean not null default false;
create index accounts_sample on accounts (id) where sample;
alter table alert_rules add column sample boolean not null default false;
