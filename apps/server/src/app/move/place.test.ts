import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { placeOf } from './place.ts';

test.each([
  ['postgres://u:p,w@h:5432/db', 'h:5432/db'],
  ['postgres://u:1234,w@h/db', 'h/db'],
  ['postgres://u:w@a:5432,b:5433/db?sslmode=require', 'a:5432,b:5433/db'],
])('the place of %s has no password', (url, place) => {
  const config = readConfig({
    ROLLCALL_ENV: 'test',
    ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
    ROLLCALL_DATABASE_URL: url,
    ROLLCALL_EVENT_LOG: 'nats',
    ROLLCALL_NATS_URL: 'nats://n',
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: 'https://u:p@c:8123',
  });
  expect(placeOf(config)).toMatch(`${place}, c:8123/`);
  expect(placeOf(config)).not.toMatch(/[uwp]:|1234|@/);
});
