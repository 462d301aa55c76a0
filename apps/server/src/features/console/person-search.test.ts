/** ROLLCALL_PEOPLE=1000000 measures with a million people, and prints what each question took. */
import { personColumns } from '@rollcall/contract/console';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCursors } from '../../platform/cursor-page.ts';
import { refusalOf } from '../accounts/testing.ts';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { agreementHandlers } from './agreements.ts';
import { overviewHandlers } from './overview.ts';
import type { ReadStale } from '../../platform/database/replica.ts';
import { findPeople, type PersonQuery } from './person-search.ts';
import { addPeople, phoneOf } from './testing/people.ts';

const cursors = createCursors([Buffer.alloc(32)]);
const PEOPLE = Number(process.env.ROLLCALL_PEOPLE ?? 2_000);
const at = heldClock()();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await addPeople(database.db, PEOPLE, at);
});
afterAll(() => database?.close());

const find = (queryOf: Partial<PersonQuery>, role: 'viewer' | 'support' = 'support') =>
  findPeople(database.db, { sort: 'newest', limit: 50, ...queryOf }, { role, at }, cursors);

interface Kept {
  id: string;
  pid: string;
  created_at: Date;
  blocked: boolean;
  nickname_key: string;
  fullname: string | null;
  phone: string | null;
  email: string | null;
  username: string | null;
}
const all = async (): Promise<Kept[]> =>
  (
    await database.pool.query<Kept>(`
      select a.id, a.pid, a.created_at, a.blocked_at is not null as blocked, a.nickname_key, a.fullname,
        max(i.value) filter (where i.kind = 'phone') as phone, max(i.value) filter (where i.kind = 'email') as email,
        max(i.value) filter (where i.kind = 'username') as username
      from accounts a left join identifiers i on i.account_id = a.id group by a.id`)
  ).rows;

const everyPage = async (queryOf: Partial<PersonQuery>): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await find({ ...queryOf, cursor });
    ids.push(...page.ids);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

/** Measuring asks for ROLLCALL_PEOPLE; the ordinary run has nothing of it. */
const describeWhere = (holds: boolean) => (holds ? describe : (_name: string, _tests: () => void) => {});

describeWhere(PEOPLE <= 10_000)('a search', () => {
  it('finds the same accounts as a scan of all rows, each once over all pages', async () => {
    const people = await all();
    const digits = fc.integer({ min: 1, max: PEOPLE }).chain(n =>
      fc.tuple(fc.integer({ min: 1, max: 11 }), fc.boolean()).map(([length, end]) => {
        const phone = phoneOf(n);
        return end ? phone.slice(-Math.max(4, length)) : phone.slice(0, length);
      }),
    );
    const names = fc.constantFrom(
      '王',
      '李芳',
      '张娜华',
      '学员',
      '学员1',
      'user_1',
      'USER_7',
      'pupil3',
      'pupil33@',
      'ｕｓｅｒ＿14',
      'nobody',
    );
    const queryOf = fc.record({
      q: fc.oneof(digits, names),
      blocked: fc.option(fc.boolean(), { nil: undefined, freq: 2 }),
      pid: fc.constantFrom(undefined, 'school', 'club'),
      limit: fc.constantFrom(7, 50, 200),
    });
    await fc.assert(
      fc.asyncProperty(queryOf, async ({ q, blocked, pid, limit }) => {
        const text = q.normalize('NFKC').toLowerCase();
        const isNumber = /^\d+$/.test(text);
        const matches = (one: Kept): boolean => {
          const begins = (value: string | null) => value?.startsWith(text) === true;
          if (text.includes('@')) return begins(one.email);
          if (isNumber) {
            const end = text.length >= 4 && text.length < 11 && one.phone?.endsWith(text) === true;
            return begins(one.phone) || end || begins(one.nickname_key) || begins(one.email);
          }
          return [one.fullname, one.nickname_key, one.username, one.email].some(begins);
        };
        const expected = people.filter(
          one =>
            matches(one) &&
            (blocked === undefined || one.blocked === blocked) &&
            (pid === undefined || one.pid === pid),
        );
        const found = await everyPage({ q, blocked, pid, limit });
        expect(new Set(found).size).toBe(found.length);
        expect(found.toSorted()).toEqual(expected.map(one => one.id).toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('lists all accounts by creation time if no text is given, in both orders and filtered', async () => {
    const people = (await all()).sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
    const ids = people.map(one => one.id);
    expect(await everyPage({ sort: 'oldest', limit: 200 })).toEqual(ids);
    expect(await everyPage({ sort: 'newest', limit: 200 })).toEqual(ids.toReversed());
    const from = at - 100 * 60_000;
    const late = people.filter(one => one.created_at.getTime() >= from && one.created_at.getTime() < at);
    expect(await everyPage({ sort: 'oldest', from, to: at })).toEqual(late.map(one => one.id));
    expect(await everyPage({ blocked: true })).toHaveLength(PEOPLE / 1000);
    expect(await everyPage({ pid: 'club' })).toHaveLength(PEOPLE / 100);
  });

  const column = { nickname: 'nickname_key', fullname: 'fullname' } as const;
  it.each(personColumns)(
    'lists all accounts by %s in both orders, those without one and those under 14 after them, the newest first',
    async by => {
      const { pool } = database;
      const people = await all();
      // values that are alike are told apart by the id
      const valued = people.filter(one => one[column[by]] !== null);
      const children = [valued.at(0), valued.at(-1), people.find(one => one[column[by]] === null)].flatMap(
        one => (one ? [one.id] : []),
      );
      const until = async (time: string) =>
        pool.query(`update accounts set child_until = ${time} where id = any($1)`, [children]);
      await until(`'${new Date(at + 1).toISOString()}'`);
      const inOrder = (all: readonly Kept[], sign: 1 | -1) =>
        all.toSorted(
          (a, b) =>
            sign *
            (Buffer.compare(
              Buffer.from(a[column[by]]?.toLowerCase() ?? ''),
              Buffer.from(b[column[by]]?.toLowerCase() ?? ''),
            ) || (a.id < b.id ? -1 : 1)),
        );
      const isShown = (one: Kept) => one[column[by]] !== null && !children.includes(one.id);
      const rest = people
        .filter(one => !isShown(one))
        .sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
      try {
        for (const descending of [false, true]) {
          const shown = inOrder(people.filter(isShown), descending ? -1 : 1);
          expect(await everyPage({ by, descending, limit: 190 })).toEqual(
            [...shown, ...rest].map(one => one.id),
          );
        }
        expect(await everyPage({ by, pid: 'club', limit: 7 })).toHaveLength(PEOPLE / 100);
      } finally {
        await until('null');
      }
    },
  );

  it('refuses an order beside a text, one to a viewer, and the cursor of another order', async () => {
    expect(await refusalOf(find({ by: 'nickname', q: '王' }))).toMatchObject({
      detail: { data: { field: 'by' } },
    });
    for (const by of personColumns)
      expect(await refusalOf(find({ by }, 'viewer'))).toMatchObject({ refusal: 'RoleRequired' });
    const { next } = await find({ by: 'nickname' });
    const wrong = find({ by: 'nickname', descending: true, cursor: next ?? '' });
    expect(await refusalOf(wrong)).toMatchObject({ detail: { data: { field: 'cursor' } } });
  });

  it('finds an account by its id, and none by an unknown id', async () => {
    const [one] = await all();
    expect(await find({ q: ` ${one?.id.toUpperCase()} ` })).toEqual({ ids: [one?.id], next: null });
    expect((await find({ q: '00000000-0000-4000-8000-000000000000' })).ids).toEqual([]);
  });

  it('accepts a phone number with spaces, hyphens or country code', async () => {
    const phone = phoneOf(42);
    const { ids } = await find({ q: phone });
    expect(ids).toHaveLength(1);
    for (const q of [
      `+86${phone}`,
      `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`,
      `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`,
    ]) {
      expect((await find({ q })).ids).toEqual(ids);
    }
  });

  it('finds those like a whole number or address that nobody has, and of one that somebody has that person alone', async () => {
    const { pool } = database;
    const { rows } = await pool.query<{ id: string; email: string; was: string }>(`
      select e.account_id as id, e.value as email, p.value as was from identifiers e
      join identifiers p on p.account_id = e.account_id and p.kind = 'phone' where e.kind = 'email' order by e.value limit 1`);
    const { id, email = '', was } = rows[0] ?? {};
    expect((await find({ q: email.replace(/@.*/, '@elsewhere.example') })).ids).toEqual([id]);
    const setPhone = (value: string | undefined) =>
      pool.query("update identifiers set value = $1 where account_id = $2 and kind = 'phone'", [value, id]);
    await setPhone('19900004321');
    expect((await find({ q: '19900004327' })).ids).toEqual([id]);
    expect((await find({ q: '19900003421' })).ids).toEqual([id]);
    expect((await find({ q: '19900003427' })).ids).toEqual([]);
    expect((await find({ q: '19900004327', blocked: false })).ids).toEqual([]);
    expect((await find({ q: '19900004327' }, 'viewer')).ids).toEqual([]);
    expect((await find({ q: '19900004321' })).ids).toEqual([id]);
    const setChild = (until: Date | null) =>
      pool.query('update accounts set child_until = $1 where id = $2', [until, id]);
    await setChild(new Date(at + 24 * 3_600_000));
    expect((await find({ q: '19900004327' })).ids).toEqual([]);
    await setChild(null);
    await setPhone(was);
  });

  it('finds nothing for a viewer by a number or an e-mail address, whole or in part', async () => {
    const phone = phoneOf(42);
    const asViewer = async (q: string) => (await find({ q, limit: 200 }, 'viewer')).ids.length;
    for (let length = 1; length <= 11; length += 1) {
      expect(await asViewer(phone.slice(0, length))).toBe(0);
      expect(await asViewer(phone.slice(-length))).toBe(0);
    }
    for (const q of [`+86${phone}`, 'pupil42@school.example', 'pupil42@', 'pupil42'])
      expect(await asViewer(q)).toBe(0);
    expect((await find({ q: 'pupil42' })).ids.length).toBeGreaterThan(0);
  });

  it('finds for a viewer by id, full name, nickname and username', async () => {
    const [one] = (await all()).filter(({ fullname, username }) => fullname !== null && username !== null);
    for (const q of [one?.id, one?.fullname, one?.nickname_key, one?.username]) {
      expect((await find({ q: q ?? '', limit: 200 }, 'viewer')).ids).toContain(one?.id);
    }
  });

  it.each(['%', '_', "'", '\\', '*', '\u{10FFFF}', '王%', '😀'])('treats %s as plain text', async q => {
    expect((await find({ q })).ids).toEqual([]);
  });

  it('refuses a cursor of another list by its name', async () => {
    const { next } = await find({ limit: 1 });
    const refusal = await refusalOf(find({ q: '王', cursor: next ?? '' }));
    expect(refusal).toMatchObject({ refusal: 'InvalidRequest', detail: { data: { field: 'cursor' } } });
  });
});

describeWhere(PEOPLE > 10_000)(`among ${PEOPLE} people`, () => {
  const questions: [string, Partial<PersonQuery>][] = [
    ['all, newest', {}],
    ['all, oldest', { sort: 'oldest' }],
    ['a rare pid', { pid: 'club' }],
    ['blocked', { blocked: true }],
    ['a day', { from: at - 30 * 24 * 3_600_000, to: at - 29 * 24 * 3_600_000 }],
    ['a whole phone', { q: phoneOf(777_777) }],
    ['first 3 digits', { q: '130' }],
    ['first 7 digits', { q: phoneOf(777_777).slice(0, 7) }],
    ['last 4 digits', { q: phoneOf(777_777).slice(-4) }],
    ['a surname', { q: '王' }],
    ['a full name', { q: '王伟华' }],
    ['a nickname', { q: '学员1a2b' }],
    ['every nickname', { q: '学员' }],
    ['a username', { q: 'user_777' }],
    ['an address', { q: 'pupil777777@school' }],
    ['nobody', { q: 'zzzz' }],
    ['a surname, blocked', { q: '王', blocked: true }],
    ['a surname, rare pid', { q: '王', pid: 'club' }],
    ['every nickname, blocked', { q: '学员', blocked: true }],
    ['an id', { q: '00000000-0000-4000-8000-000000000000' }],
  ];
  it.each(questions)('%s', async (name, queryOf) => {
    const times: number[] = [];
    let rows = 0;
    let second: number | undefined;
    for (let n = 0; n < 21; n += 1) {
      const began = performance.now();
      const page = await find(queryOf);
      times.push(performance.now() - began);
      rows = page.ids.length;
      if (n === 20 && page.next) {
        const again = performance.now();
        await find({ ...queryOf, cursor: page.next });
        second = performance.now() - again;
      }
    }
    const sorted = times.slice(1).toSorted((a, b) => a - b);
    const shown = (ms: number | undefined) => (ms === undefined ? '-' : ms.toFixed(1));
    process.stdout.write(
      `${name}: ${rows} rows, first ${shown(times[0])} ms, p50 ${shown(sorted[10])}, p95 ${shown(sorted[18])}, next page ${shown(second)}\n`,
    );
    expect(rows).toBeLessThanOrEqual(50);
  });

  it('counts the front page and the signatures of a document by index', async () => {
    const { db } = database;
    await db.transaction().execute(async trx => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`insert into agreements (code, version, needs_signature, title, body, published_at)
        values ('rules', 1, true, '{"zh-CN":"规则","en":"Rules"}', '{"zh-CN":"规则","en":"Rules"}', now())`.execute(
        trx,
      );
      await sql`insert into signatures (account_id, agreement_id, version, signed_at, address)
        select id, (select id from agreements), 1, created_at, '203.0.113.7' from accounts`.execute(trx);
    });
    await sql`vacuum analyze signatures, accounts`.execute(db);
    const context = { db, now: () => at, checkPid: () => {} } as unknown as Parameters<
      typeof agreementHandlers
    >[0];
    const ask = { operator: { role: 'support' }, cursors, log: { warn: () => {} } };
    const { listDocuments, listSignatures } = agreementHandlers(context);
    const readStale: ReadStale = read => read(db);
    const { getOverview } = overviewHandlers({ readStale, now: () => at, usageLag: undefined });
    const queries = {
      'the front page': () =>
        getOverview({ ...ask, query: {} } as unknown as Parameters<typeof getOverview>[0]),
      'all documents, counted': () => listDocuments(ask as unknown as Parameters<typeof listDocuments>[0]),
      'who signed': () =>
        listSignatures({ ...ask, query: { id: 1, limit: 50 } } as unknown as Parameters<
          typeof listSignatures
        >[0]),
    };
    for (const [name, queryOf] of Object.entries(queries)) {
      const times: number[] = [];
      for (let n = 0; n < 21; n += 1) {
        const began = performance.now();
        await queryOf();
        times.push(performance.now() - began);
      }
      const sorted = times.toSorted((a, b) => a - b);
      process.stdout.write(`${name}: p50 ${sorted[10]?.toFixed(1)} ms, p95 ${sorted[19]?.toFixed(1)}\n`);
    }
    expect(
      (await getOverview({ ...ask, query: {} } as unknown as Parameters<typeof getOverview>[0])).people,
    ).toBe(PEOPLE);
  });
});
