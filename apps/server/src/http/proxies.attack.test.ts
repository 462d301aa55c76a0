/**
 * Wrong passwords through a trusted proxy that writes addresses as proxies really do: all of them are one sender, who meets a challenge.
 * `npm run proofs -- attack` tries 260 of each kind, `npm test` 40.
 */
import { calls, refusals } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAttack } from '../app/testing/attack-table.ts';
import { type TestServer, testServer } from '../app/testing.ts';

const tries = process.env.ROLLCALL_ATTACK === undefined ? 40 : 260;
/** Wrong passwords from one address before a challenge is required. */
const LIMIT = 10;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ env: { ROLLCALL_TRUST_PROXY: 'loopback', ROLLCALL_LOG_LEVEL: 'silent' } });
  await server.app.db
    .insertInto('captcha_rules')
    .values({
      scene: 'security',
      limits: JSON.stringify({ failures: { address: LIMIT } }),
      changed_at: new Date(server.now()),
    })
    .execute();
});
afterAll(() => server?.stop());

let names = 0;
test.each<[string, (n: number) => string]>([
  ['IPv4 with a port', n => `203.0.113.8:${20_000 + n}`],
  ['IPv6 in brackets with a port', n => `[2001:db8:1::1]:${20_000 + n}`],
  ['IPv6 of one /64, with a zone', n => `2001:db8:2::${(n + 1).toString(16)}%eth${n}`],
  ['IPv4 in IPv6', n => (n % 2 ? `::ffff:198.51.100.8` : `[::ffff:c633:6408]:${20_000 + n}`)],
  ['no address', n => ['unknown', `_hidden${n}`, `999.1.1.${n}`, ''][n % 4] ?? ''],
])('%s: one sender', async (kind, written) => {
  let through = 0;
  for (let n = 0; n < tries; n += 1) {
    const { method, path } = calls.loginByAccount;
    const body = {
      identity: `nobody_${(names += 1)}`,
      password: 'Wrong-1',
      pid: 'school',
      agreement_ids: [-1],
    };
    const { json } = await server.ask(method, path, body, { 'x-forwarded-for': written(n) });
    if (json?.code === refusals.WrongCredentials.code) through += 1;
  }
  noteAttack({ attack: `wrong passwords, one address, proxy: ${kind}`, tried: tries, through, may: LIMIT });
  expect(through).toBeLessThanOrEqual(LIMIT);
  expect(through).toBeGreaterThan(0);
});
