-- What `npm run sample` makes is marked, so that it is removed wholly and counts nowhere.
alter table accounts add column sample boolean not null default false;
alter table alert_rules add column sample boolean not null default false;
