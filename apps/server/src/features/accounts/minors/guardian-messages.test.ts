/** The messages to guardians: whom they go to, how often, and what a failure or a kill leaves. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import type { Notice } from '../../../messages/notices.ts';
import { newPhone } from '../testing.ts';
import { createGuardianMessages } from './guardian-messages.ts';
import { createGuardianLinks } from './guardian-links.ts';
import { sha256 } from '../../../platform/digest.ts';

const DAY = 24 * 3600 * 1000;
const SECRET = 'tests-do-not-keep-this-0123456789-abcdef';
const links = createGuardianLinks(SECRET);
const now = heldClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.truncate());
afterAll(() => database?.close());

/** An account of a child. */
const pupil = async (more: { phone?: string; guarded?: boolean } = {}): Promise<string> => {
  const id = randomUUID();
  const at = new Date(now());
  await database.db
    .insertInto('accounts')
    .values({
      id,
      pid: 'school',
      created_at: at,
      nickname: id,
      nickname_key: id,
      password_hash: null,
      birth_year: 2017,
      child_until: new Date(now() + 1000 * DAY),
      guarded_at: more.guarded ? at : null,
    })
    .execute();
  if (more.phone)
    await database.db
      .insertInto('identifiers')
      .values({ kind: 'phone', value: more.phone, account_id: id, created_at: at })
      .execute();
  return id;
};
/** The pupil asks the number, as the call does. */
const ask = async (account_id: string, phone: string): Promise<void> => {
  const at = new Date(now());
  const found = await database.db
    .selectFrom('guardianships')
    .select(['link', 'created_at'])
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  const link = (found?.link ?? 0) + 1;
  const created_at = found?.created_at ?? at;
  const columns = {
    phone,
    link,
    link_at: at,
    link_hash: sha256(links.token({ account_id, created_at, link })),
    send_at: at,
    send_attempts: 0,
  };
  await database.db
    .insertInto('guardianships')
    .values({ account_id, created_at, due_at: null, language: 'zh-CN', ...columns })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(columns))
    .execute();
};
const deliver = async (outcome: 'sent' | 'failed' | 'cut' = 'sent'): Promise<Notice[]> => {
  const sent: Notice[] = [];
  const { db, config } = database;
  const messages = createGuardianMessages({
    db,
    log: { warn: vi.fn() },
    messages: {
      notify: async notice => {
        if (outcome === 'cut') throw new Error('cut');
        if (outcome === 'sent') sent.push(notice);
        return outcome;
      },
    },
    budget: createMessageBudget({ db, log: { error: vi.fn(), warn: vi.fn() }, limits: config.codes }),
    links,
    issuer: 'https://school.example',
  });
  await messages.deliver(now());
  return sent;
};
/** The token in the pupil's last link. */
const tokenOf = async (id: string): Promise<string> =>
  links.token(
    await database.db
      .selectFrom('guardianships')
      .select(['account_id', 'created_at', 'link'])
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
const sentTo = async (phone: string) =>
  database.db
    .selectFrom('guardian_numbers')
    .select('sent')
    .where('number', '=', links.number(phone))
    .executeTakeFirst();

test('a message has the link, and the masked number of the pupil', async () => {
  const [guardian, phone] = [newPhone(), newPhone()];
  const id = await pupil({ phone });
  await ask(id, guardian);
  expect(await deliver()).toMatchObject([
    {
      to: guardian,
      kind: 'guardian-asked',
      link: `https://school.example/guardian/${await tokenOf(id)}`,
      details: { value: `${phone.slice(0, 3)}****${phone.slice(7)}` },
    },
  ]);
  expect(await deliver()).toEqual([]);
});

test('a number gets three until its owner answers', async () => {
  const guardian = newPhone();
  const id = await pupil();
  for (const expected of [1, 1, 1, 0]) {
    await ask(id, guardian);
    expect(await deliver()).toHaveLength(expected);
    now.move(DAY);
  }
});

test('the message of a second pupil waits until the number may have another one', async () => {
  const guardian = newPhone();
  await ask(await pupil(), guardian);
  await deliver();
  const second = await pupil();
  await ask(second, guardian);
  expect(await deliver()).toEqual([]);
  now.move(DAY - 1);
  expect(await deliver()).toEqual([]);
  now.move(1);
  const [message] = await deliver();
  expect(message?.link).toContain(await tokenOf(second));
});

test('one that fails, or is cut off, is sent again, and counted once', async () => {
  const guardian = newPhone();
  await ask(await pupil(), guardian);
  expect(await deliver('failed')).toEqual([]);
  expect(await deliver()).toEqual([]);
  now.move(60_000);
  await expect(deliver('cut')).rejects.toThrow('cut');
  now.move(5 * 60_000);
  expect(await deliver()).toHaveLength(1);
  expect(await sentTo(guardian)).toEqual({ sent: 1 });
});

test('none goes to a number of a pupil, of a guardian of five, or whose owner refused', async () => {
  const [child, five, refused, plain] = [newPhone(), newPhone(), newPhone(), newPhone()];
  await pupil({ phone: child });
  for (let n = 0; n < 5; n += 1) {
    const id = await pupil({ guarded: true });
    await ask(id, five);
    await database.db
      .updateTable('guardianships')
      .set({ send_at: null })
      .where('account_id', '=', id)
      .execute();
  }
  const at = new Date(now());
  await database.db
    .insertInto('guardian_numbers')
    .values({ number: links.number(refused), sent: 0, last_sent_at: new Date(0), blocked_at: at })
    .execute();
  for (const phone of [child, five, refused, plain]) await ask(await pupil(), phone);
  expect((await deliver()).map(({ to }) => to)).toEqual([plain]);
});

test('of two deliveries at once each message goes out once', async () => {
  const guardians = Array.from({ length: 6 }, () => newPhone());
  for (const guardian of guardians) await ask(await pupil(), guardian);
  const both = await Promise.all([deliver(), deliver()]);
  expect(
    both
      .flat()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(guardians.toSorted());
});
