/** docs/webhooks.md: its sample takes messages, and its lists are those of the code. */
import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { webhookEvents } from '@rollcall/contract/console';
import { afterAll, expect, test } from 'vitest';
import { WAITS } from '../apps/server/src/features/webhooks/deliver.ts';
import { readDocument, sampleFolder } from './samples.mjs';

const { write, remove } = sampleFolder();
afterAll(remove);

test('the table has every event', () => {
  const rows = [...readDocument('docs/webhooks.md').matchAll(/^\| (`\w+\.\w+`.*?) \|/gm)];
  const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
  expect(named).toEqual([...webhookEvents]);
});

test('the waits are those of the code', () => {
  const hour = 3_600_000;
  expect(WAITS.slice(0, 11).map(wait => wait / hour)).toEqual([
    1 / 120,
    ...[1, 2, 5, 10, 15, 30].map(minutes => minutes / 60),
    1,
    2,
    4,
    8,
  ]);
  expect(WAITS.slice(11, 15)).toEqual(Array.from({ length: 4 }, () => 12 * hour));
  expect(WAITS.reduce((sum, wait) => sum + wait, 0)).toBe(72 * hour);
});

test('the sample takes what is signed, once it has handled it', async () => {
  const secret = Buffer.alloc(32, 3);
  const { createReceiver } = (await import(
    /* @vite-ignore */ pathToFileURL(write('webhooks/receive.mjs')).href
  )) as { createReceiver: (secrets: string[], handle: (message: object) => Promise<void>) => Server };
  const handled: object[] = [];
  let fails = false;
  const server = createReceiver([`whsec_${secret.toString('base64')}`], async message => {
    if (fails) throw new Error('The database is away.');
    handled.push(message);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const body = JSON.stringify({
    type: 'account.deleted',
    timestamp: new Date().toISOString(),
    data: { account_id: 'a' },
  });
  const send = async (key: Buffer, at = Date.now()) => {
    const seconds = String(Math.floor(at / 1000));
    const signature = createHmac('sha256', key).update(`m1.${seconds}.${body}`).digest('base64');
    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'webhook-id': 'm1', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` },
      body,
    });
    return status;
  };
  try {
    expect(await send(secret)).toBe(204);
    expect(handled).toMatchObject([{ id: 'm1', type: 'account.deleted', data: { account_id: 'a' } }]);
    expect(await send(Buffer.alloc(32, 4))).toBe(400);
    expect(await send(secret, Date.now() - 600_000)).toBe(400);
    fails = true;
    expect(await send(secret)).toBe(500);
    expect(handled).toHaveLength(1);
  } finally {
    server.close();
  }
});
