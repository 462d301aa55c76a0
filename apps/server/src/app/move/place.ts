/** Where to a school is moved, in words for the operator, without users and passwords. */
import { urlsOf } from '../../platform/database/servers.ts';
import type { Config } from '../config.ts';

export const placeOf = ({ databaseUrl = '', usage: { store, nats } }: Config): string => {
  const urls = (urlsOf(databaseUrl) ?? []).map(url => new URL(url));
  const database = `${urls.map(({ host }) => host).join(',')}${urls[0]?.pathname ?? ''}`;
  const events = store.kind === 'clickhouse' ? `${new URL(store.url).host}/${store.database}` : store.kind;
  return `${database}, ${events}, stream ${nats?.stream}`;
};
