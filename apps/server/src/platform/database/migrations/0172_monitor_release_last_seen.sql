-- When pages reported a release last, to the hour; null where a server of the release before inserted it: then first_seen counts.
alter table monitor_releases add column last_seen timestamptz;
