/** Usage reporting over HTTP with the event store in ClickHouse: taken, loaded, given out and erased. */
import { gunzipSync } from 'node:zlib';
import type { UsageJob } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { type ClickHouseServer, startClickHouse } from '../../engines/cluster/store/testing/server.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../accounts/testing/http.ts';
import { bodyOf, facts, newEvent } from './testing/batches.ts';

let clickHouse: ClickHouseServer;
let context: HttpAccounts;
beforeAll(async () => {
  clickHouse = await startClickHouse();
  context = await httpAccounts({
    ROLLCALL_PRODUCTS: 'school',
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: clickHouse.url,
    ROLLCALL_CLICKHOUSE_DATABASE: 'school',
  });
});
afterAll(async () => {
  await context?.server.stop();
  await clickHouse?.remove();
});

const report = async (body: string): Promise<number> => {
  const answer = await fetch(`${context.server.url}/usage/v1/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
  });
  return answer.status;
};
const wait = (token: string, id: string): Promise<UsageJob> =>
  until(async () => {
    const job = await context.call('getUsageJob', { token, query: { id } });
    return (job.state === 'done' || job.state === 'cancelled') && job;
  });
const exported = async (person: Person): Promise<string[]> => {
  const { id } = await context.call('exportUsageData', { token: person.access });
  await wait(person.access, id);
  const answer = await fetch(`${context.server.url}/usage/v1/data/download?id=${id}`, {
    headers: { authorization: `Bearer ${person.access}` },
  });
  const lines = gunzipSync(Buffer.from(await answer.arrayBuffer()))
    .toString()
    .trim();
  return lines
    .split('\n')
    .flatMap(line => (JSON.parse(line) as { event?: { key: string } }).event?.key ?? []);
};

test('stores what is reported, gives it out, and erases it', async () => {
  const [one, other] = [await context.visitor(), await context.visitor()];
  const body = bodyOf({
    events: [newEvent({ e: 'one' }), newEvent({ e: 'two', b: { lesson: 7 } })],
    facts: [facts({ u: one.id })],
  });
  expect(await Promise.all([report(body), report(body)])).toEqual([200, 200]);
  expect(await report(bodyOf({ events: [newEvent({ e: 'three' })], facts: [facts({ u: other.id })] }))).toBe(
    200,
  );
  expect((await exported(one)).sort()).toEqual(['one', 'two']);
  const erasure = await context.call('eraseUsageData', { token: one.access });
  expect((await wait(one.access, erasure.id)).events).toBe(2);
  expect(await exported(one)).toEqual([]);
  expect(await exported(other)).toEqual(['three']);
  // Its rows and what they count go in the night (engines/cluster).
  const queue = context.server.app.db.selectFrom('usage_erasures').select(['subject_kind', 'subject']);
  expect(await queue.execute()).toEqual([{ subject_kind: 'user', subject: one.id }]);
});
