/** The first run makes sample data where it is asked to, as `npm run sample` does. */
import { type ConsoleCallName, consoleCalls } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../tools/testing/until.ts';
import { OPERATOR_PASSWORD } from '../features/console/testing/console.ts';
import { type TestServer, testServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

const ask = (name: ConsoleCallName, body: object) =>
  server.ask('POST', consoleCalls[name].path, body, { origin: server.url });

test('it is made after the answer, and the audit log says so', async () => {
  const token = new URL(server.adminLink ?? 'none:').hash.slice(1);
  expect((await ask('lookAtInvitation', { token })).json?.data).toMatchObject({ sample: true });
  const body = { token, name: 'first.admin', password: OPERATOR_PASSWORD, sample: true };
  expect((await ask('createFirstOperator', body)).status).toBe(200);
  // the messages are made last
  const { db } = server.app;
  await until(async () => {
    const made = await db
      .selectFrom('message_counts')
      .select('sender')
      .where('sender', '=', 'sample')
      .limit(1)
      .execute();
    return made.length > 0;
  });
  const people = await db.selectFrom('accounts').select('id').where('sample', '=', true).limit(1).execute();
  expect(people).toHaveLength(1);
  const entry = await db
    .selectFrom('audit_log')
    .select('after')
    .where('act', '=', 'operators.first-run')
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({ name: 'first.admin', sample: true });
});
