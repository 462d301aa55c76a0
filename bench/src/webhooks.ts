/**
 * `npm run bench -- webhooks`: deliveries a second to one endpoint beside bare POSTs to the same receiver, and what an endpoint adds to the
 * transaction that changes an account. All in this process but PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookEvents } from '@rollcall/contract/console';
import { sql } from 'kysely';
import { readConfig } from '../../apps/server/src/app/config.ts';
import { createDeliverer } from '../../apps/server/src/features/webhooks/deliver.ts';
import { newSecret, sealSecret } from '../../apps/server/src/features/webhooks/secrets.ts';
import { openDatabase } from '../../apps/server/src/platform/database/connection.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 5_000);
const LANES = 4;
const key = Buffer.alloc(32, 1);

const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
const config = readConfig({
  ROLLCALL_ENV: 'test',
  ROLLCALL_DATA: folder,
  ROLLCALL_LOG_LEVEL: 'silent',
  ROLLCALL_SECRET: 'bench-do-not-keep-this-0123456789-abcdef',
});
const log = createLog(config);
const now = Date.now;
const database = await openDatabase(config, log);
const { db } = database;
let taken = 0;
const receiver = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    taken += 1;
    response.writeHead(204).end();
  });
});
await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const rate = async (name: string, run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  const each = EVENTS / ((performance.now() - start) / 1000);
  console.log(`${name.padEnd(44)}${each.toFixed(0).padStart(8)} a second`);
  return each;
};
const record = () =>
  sql`select record_webhook_event('account.deleted', gen_random_uuid(), '{}') from generate_series(1, ${EVENTS})`.execute(
    db,
  );

try {
  await migrate(database.pool, { log, now });
  await rate('events without an endpoint', record);
  const id = randomUUID();
  const at = new Date();
  await db
    .insertInto('webhook_endpoints')
    .values({
      id,
      name: 'bench',
      url: `${origin}/`,
      events: [...webhookEvents],
      personal: false,
      sealed_secret: sealSecret(key, id, newSecret()),
      secret_at: at,
      created_at: at,
      created_by: 'bench',
    })
    .execute();
  await rate('events with an endpoint', record);
  const deliverer = createDeliverer({
    db,
    now,
    log,
    key,
    origins: [origin],
    personOf: async () => null,
    onPaused: async () => {},
  });
  const delivered = await rate('deliveries', async () => {
    await deliverer.wake();
    await deliverer.idle();
  });
  if (taken !== EVENTS) throw new Error(`${taken} of ${EVENTS} events arrived.`);
  const body = JSON.stringify({ type: 'account.deleted', data: { account_id: id } });
  let left = EVENTS;
  const lane = async () => {
    while ((left -= 1) >= 0) {
      const answer = await fetch(`${origin}/`, { method: 'POST', body });
      await answer.body?.cancel();
    }
  };
  const bare = await rate(`bare POSTs, ${LANES} at a time`, () =>
    Promise.all(Array.from({ length: LANES }, lane)),
  );
  console.log(`deliveries / bare POSTs: ${(delivered / bare).toFixed(2)}`);
} finally {
  receiver.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
