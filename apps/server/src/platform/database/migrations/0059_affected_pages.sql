-- Page views in which an error happened, all releases together and by release, and what the newest of them did before it:
-- [{page, what, ago}]. Groups from before this have 0 and null.
alter table error_groups add column pages bigint not null default 0, add column trail jsonb;
alter table error_group_releases add column pages bigint not null default 0;

-- A channel may be a webhook: its URL and the key that signs it, sealed like a bot's token.
alter table alert_channels drop constraint alert_channels_kind_check;
alter table alert_channels add constraint alert_channels_kind_check
  check (kind in ('dingtalk', 'feishu', 'wecom', 'webhook'));
