import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { deliverDue, type Outbox, OUTBOX_ATTEMPTS } from './outbox.ts';
import type { Database } from './schema.ts';

interface Row {
  readonly id: string;
  readonly due_at: Date | null;
  readonly attempts: number;
}

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 8);
const outbox: Outbox<Row> = {
  table: 'outbox_of_test' as keyof Database,
  key: 'id',
  dueAt: 'due_at',
  attempts: 'attempts',
  latest: 2 * 60 * MINUTE,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ migrated: false });
  await sql`create table outbox_of_test (id text primary key, due_at timestamptz, attempts int not null default 0)`.execute(
    database.db,
  );
});
beforeEach(() => sql`truncate outbox_of_test`.execute(database.db));
afterAll(() => database?.close());

const add = (id: string, due: number) =>
  sql`insert into outbox_of_test (id, due_at) values (${id}, ${new Date(due)})`.execute(database.db);
const remove = async ({ id }: Row) => {
  await sql`update outbox_of_test set due_at = null where id = ${id}`.execute(database.db);
};
const rowOf = async (id: string): Promise<Row | undefined> =>
  (await sql<Row>`select * from outbox_of_test where id = ${id}`.execute(database.db)).rows[0];

/** Delivers at a time. @returns the ids that were sent and given up */
const deliver = async (at: number, succeeds: boolean) => {
  const sent: string[] = [];
  const givenUp: string[] = [];
  const claimed = await deliverDue(database.db, outbox, at, {
    send: async row => {
      sent.push(row.id);
      if (succeeds) await remove(row);
      return succeeds;
    },
    giveUp: async row => {
      givenUp.push(row.id);
      await remove(row);
    },
  });
  return { claimed, sent, givenUp };
};

test('sends the rows that are due, the oldest first, each once', async () => {
  await add('second', START - 1);
  await add('first', START - 2);
  await add('later', START + 1);
  expect(await deliver(START, true)).toEqual({ claimed: 2, sent: ['first', 'second'], givenUp: [] });
  expect(await deliver(START, true)).toEqual({ claimed: 0, sent: [], givenUp: [] });
});

test('retries a failed message after 1, 5, 15 and 60 minutes, and gives it up after the fifth attempt', async () => {
  await add('failing', START);
  let at = START;
  for (const minutes of [1, 5, 15, 60]) {
    expect(await deliver(at, false)).toEqual({ claimed: 1, sent: ['failing'], givenUp: [] });
    expect(await deliver(at + minutes * MINUTE - 1, false)).toMatchObject({ claimed: 0 });
    at += minutes * MINUTE;
  }
  expect(await deliver(at, false)).toEqual({ claimed: 1, sent: ['failing'], givenUp: ['failing'] });
  expect(await rowOf('failing')).toMatchObject({ due_at: null, attempts: OUTBOX_ATTEMPTS });
});

test('leaves a row due again if the process ends while it sends', async () => {
  await add('interrupted', START);
  const killed = deliverDue(database.db, outbox, START, {
    send: () => Promise.reject(new Error('the process ends')),
    giveUp: remove,
  });
  await expect(killed).rejects.toThrow('the process ends');
  expect(await rowOf('interrupted')).toEqual({
    id: 'interrupted',
    due_at: new Date(START + MINUTE),
    attempts: 1,
  });
  expect(await deliver(START + MINUTE, true)).toMatchObject({ sent: ['interrupted'] });
});

test('sends a row that is due later than possible, because the clock was put back', async () => {
  await add('possible', START + outbox.latest);
  await add('impossible', START + outbox.latest + 1);
  expect(await deliver(START, true)).toMatchObject({ sent: ['impossible'] });
});

test('claims each row once if several servers deliver at once', async () => {
  for (let n = 0; n < 12; n += 1) await add(`row ${n}`, START - n);
  const runs = await Promise.all(Array.from({ length: 4 }, () => deliver(START, true)));
  const sent = runs.flatMap(run => run.sent);
  expect(sent).toHaveLength(12);
  expect(new Set(sent).size).toBe(12);
});

test('claims at most 20 rows in one run', async () => {
  for (let n = 0; n < 21; n += 1) await add(`row ${n}`, START);
  expect((await deliver(START, true)).claimed).toBe(20);
  expect((await deliver(START, true)).claimed).toBe(1);
});
