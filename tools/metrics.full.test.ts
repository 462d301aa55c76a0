/** `/metrics` of a whole server, by Prometheus' own linter. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpAccounts, type HttpAccounts } from '../apps/server/src/features/accounts/testing/http.ts';
import { systemPrograms } from './system-programs.mjs';

let accounts: HttpAccounts;
beforeAll(async () => {
  accounts = await httpAccounts();
});
afterAll(() => accounts.close());

test('promtool check metrics has nothing to say', async () => {
  const { promtool } = systemPrograms();
  // Counters of something that happened, beside those that are there from the start.
  const { phone } = await accounts.member();
  await accounts.signIn(phone);
  const { text } = await accounts.server.ask('GET', '/metrics');
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
});
