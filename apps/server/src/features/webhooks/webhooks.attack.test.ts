/**
 * Webhooks as a way inside. `npm run proofs -- attack` adds what was tried to its table, and runs `packages/node`'s test of messages that somebody
 * else makes, alters or sends again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { refusalOf } from '../accounts/testing.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

let receiver: Receiver;
let inner: Receiver;
let pages: TestConsole;
beforeAll(async () => {
  [receiver, inner] = await Promise.all([startReceiver(), startReceiver()]);
  pages = await testConsole({ ROLLCALL_WEBHOOK_ORIGINS: receiver.origin });
});
afterAll(async () => {
  await pages?.stop();
  await Promise.all([receiver?.close(), inner?.close()]);
});

const create = (name: string, url: string) => {
  const body = { name, url, events: ['account.deleted'] as const, personal: false };
  return pages.call('createWebhook', {
    cookie: pages.cookies.admin,
    body: { ...body, events: [...body.events] },
  });
};
const tested = async (id: string) => {
  const made = await pages.call('testWebhook', { cookie: pages.cookies.admin, body: { id } });
  return receiver.next(message => message.id === made.id);
};

test('no address inside is taken, however it is written', async () => {
  const { port } = new URL(inner.url);
  const own = new URL(receiver.url).host;
  const tried = [
    inner.url,
    ...[
      'localhost',
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ].map(host => `http://${host}:${port}/`),
    ...[
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fd00::1]',
      '[fe80::1]',
    ].map(host => `http://${host}/`),
    `http://${own}@127.0.0.1:${port}/`,
    `http://user:word@${own}/`,
    `http://${own}.example/`,
    `https://${own}/`,
    `http://${own}\\@127.0.0.1:${port}/`,
    `${receiver.url}#http://127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
  ];
  let through = 0;
  for (const [index, url] of tried.entries()) {
    const refused = await refusalOf(create(`inside ${index}`, url)).catch(() => undefined);
    if (refused?.refusal !== 'InvalidRequest') through += 1;
  }
  // The backslash is a slash: the address is the receiver's own, with a path.
  const { items } = await pages.call('listWebhooks', { cookie: pages.cookies.admin });
  expect(items.every(({ url }) => new URL(url).origin === receiver.origin)).toBe(true);
  through -= items.length;
  noteAttack({ attack: 'webhook: an address inside', tried: tried.length, through, may: 0 });
  expect(through).toBe(0);
  expect(inner.messages).toEqual([]);
});

test('no redirect leads inside', async () => {
  const { id } = await create('redirects', receiver.url);
  receiver.answer = () => ({ to: inner.url });
  await tested(id);
  receiver.answer = () => 200;
  await tested(id);
  noteAttack({ attack: 'webhook: a redirect inside', tried: 1, through: inner.messages.length, may: 0 });
  expect(inner.messages).toEqual([]);
});
