-- The language of what is sent to a channel, and of a dashboard's mails.
alter table alert_channels
  add column language text not null default 'zh-CN' check (language in ('zh-CN', 'en'));
alter table dashboard_subscriptions
  add column language text not null default 'zh-CN' check (language in ('zh-CN', 'en'));
