import { calls, type Purpose } from '@rollcall/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPhone } from '../accounts/testing.ts';
import { createLog } from '../../platform/log.ts';
import { createMessages } from '../../messages/send.ts';
import type { Message } from '../../messages/messages.ts';
import { SenderError } from '../../messages/vendor.ts';
import { refuse } from '../../platform/refusal.ts';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { createLink } from './one-time-links.ts';
import { createRefusalKeys, REFUSAL_RETENTION } from './refusal-keys.ts';
import { createOperatorSessions } from './sessions.ts';
import { CLIENT_RETENTION, COUNT_RETENTION, deleteExpired } from './cleanup.ts';
import { createSignInStatistics, type SignInStatistics } from './sign-in-statistics.ts';
import { deleteExcessRefusals, MAX_FAILURES } from './statistics-rows.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

const HOUR = 3_600_000;
const keys = createRefusalKeys([Buffer.alloc(32, 7)]);

describe('sign-in and message counts', () => {
  let database: TestDatabase;
  let statistics: SignInStatistics;
  const now = heldClock();
  const log = createLog({ logLevel: 'silent' });
  const open = (db = database.db) => createSignInStatistics({ db, now, log, keys });
  const read = async (table: string) =>
    (
      await database.pool.query<{ hour: Date; outcome: string; count: number }>(
        `select * from ${table} order by 1, 2, 3, 4, 5`,
      )
    ).rows;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await database.truncate();
    statistics = open();
  });
  afterEach(() => statistics.close());
  afterAll(() => database?.close());

  const message = (purpose: Purpose): Message => ({
    to: newPhone(),
    channel: 'sms',
    purpose,
    code: '123456',
    language: 'en',
  });

  it('have every attempt of every sender, by purpose and hour', async () => {
    let failure: Error | undefined;
    const first = {
      name: 'first',
      channels: ['sms'] as const,
      send: async () => {
        if (failure) throw failure;
      },
    };
    const second = { name: 'second', channels: ['sms'] as const, send: async () => {} };
    const messages = createMessages([first, second], log, statistics.message);
    await messages.send(message('login'));
    failure = new SenderError('first', 'HTTP 500');
    await messages.send(message('login'));
    failure = refuse('CaptchaTooFrequent');
    await messages.send(message('login')).catch(() => undefined);
    failure = new Error('gateway down for 13812345678');
    now.move(HOUR);
    await messages.send(message('register'));
    await statistics.flush();
    await statistics.flush();
    expect((await read('message_counts')).map(row => Object.values(row).slice(1).join(' '))).toEqual([
      'first sms login failed 1',
      'first sms login limited 1',
      'first sms login sent 1',
      'second sms login sent 1',
      'first sms register failed 1',
      'second sms register sent 1',
    ]);
    const { rows } = await database.pool.query<{ reason: string }>(
      'select reason from message_failures order by id',
    );
    expect(rows.map(row => row.reason)).toEqual(['HTTP 500', 'CaptchaTooFrequent', 'unknown']);
  });

  it('are summed over servers that write at once', async () => {
    const all = Array.from({ length: 6 }, () => open());
    for (const one of all) {
      for (const sender of ['a', 'b', 'c']) one.message(sender, 'sms', 'sent', 'login');
    }
    await Promise.all(all.map(one => one.flush()));
    await Promise.all(all.map(one => one.close()));
    expect((await read('message_counts')).map(row => row.count)).toEqual([6, 6, 6]);
  });

  it('are kept while the database does not answer, and are not counted twice', async () => {
    const broken = await testDatabase();
    const own = createSignInStatistics({ db: broken.db, now, log, keys });
    own.message('a', 'sms', 'failed', 'login', 'x');
    await broken.pool.query('alter table message_failures rename to gone');
    await expect(own.flush()).rejects.toThrow(/message_failures/);
    own.message('a', 'sms', 'failed', 'login', 'y');
    await broken.pool.query('alter table gone rename to message_failures');
    await own.flush();
    const { rows } = await broken.pool.query(
      'select (select sum(count)::int from message_counts) counted, (select array_agg(reason order by id) from message_failures) reasons',
    );
    expect(rows).toEqual([{ counted: 2, reasons: ['x', 'y'] }]);
    await own.close();
    await broken.close();
  });

  it('are deleted when old, together with ended sessions and links', async () => {
    const at = now();
    const sessions = createOperatorSessions({
      db: database.db,
      now,
      settings: { idleMinutes: 60, sessionHours: 12 },
    });
    const ages = { hour: COUNT_RETENTION, refusal: REFUSAL_RETENTION };
    const pool = database.pool;
    for (const age of [0, 1]) {
      const hour = new Date(at - ages.hour + age - 1);
      const day = new Date(at - ages.refusal + age - 1);
      const month = new Date(at - CLIENT_RETENTION + age - 1);
      await pool.query("insert into sign_in_counts values ($1, 'x', 'ok', 1)", [hour]);
      await pool.query("insert into sign_in_client_counts values ($1, 'web', '', '', 'ok', 1)", [month]);
      await pool.query("insert into message_counts values ($1, 'a', 'sms', 'login', 'sent', 1)", [hour]);
      await pool.query(
        "insert into message_failures (at, sender, channel, purpose, outcome) values ($1, 'a', 'sms', 'login', 'failed')",
        [day],
      );
      await pool.query(
        "insert into sign_in_refusals (identity, kind, at, call, refusal, rule_required, address) values ('', 'phone', $1, 'x', 'y', false, '')",
        [day],
      );
    }
    await createLink(database.db, { kind: 'invitation', role: 'viewer', at: at - 7 * 24 * HOUR - 1 });
    await createLink(database.db, { kind: 'invitation', role: 'viewer', at: at - 7 * 24 * HOUR + 1 });
    await deleteExpired(database.db, sessions, at);
    const tables = [
      'sign_in_counts',
      'sign_in_client_counts',
      'message_counts',
      'message_failures',
      'sign_in_refusals',
      'operator_links',
    ];
    for (const table of tables) {
      const { rows } = await pool.query(`select count(*)::int from ${table}`);
      expect(rows, table).toEqual([{ count: 1 }]);
    }
  });

  it('have the last failures and the newest refusals', async () => {
    for (let n = 0; n < MAX_FAILURES + 50; n += 1)
      statistics.message('a', 'sms', 'failed', 'login', String(n));
    await statistics.flush();
    const { rows } = await database.pool.query(
      'select count(*)::int, min(reason::int), max(reason::int) from message_failures',
    );
    expect(rows).toEqual([{ count: MAX_FAILURES, min: 50, max: MAX_FAILURES + 49 }]);
    await database.pool.query(
      `insert into sign_in_refusals (identity, kind, at, call, refusal, rule_required, address)
       select int4send(n), 'phone', now(), 'x', 'y', false, '' from generate_series(1, 100) n`,
    );
    await deleteExcessRefusals(database.db, 30);
    const left = await database.pool.query('select count(*)::int from sign_in_refusals');
    expect(left.rows).toEqual([{ count: 30 }]);
  });
});

describe('the statistics calls', () => {
  let context: TestConsole;
  beforeEach(async () => {
    context = await testConsole({ ROLLCALL_CODE_PREFIX_LIMIT: '50', ROLLCALL_CODE_DAILY_LIMIT: '1' });
  });
  afterEach(() => context?.stop());
  const cookie = () => context.cookies.viewer;
  const pid = 'school';
  const ask = (name: 'sendSilentLoginCaptcha' | 'loginSilently' | 'loginByAccount', body: object) =>
    context.server.ask('POST', calls[name].path, body);

  it('answer messages by hour, the budget, and the front page', async () => {
    const { server } = context;
    const phone = '13800001234';
    await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
    const [captcha] = server.codes(phone);
    await ask('loginSilently', { phone_number: phone, captcha, pid });
    await ask('loginByAccount', { identity: phone, password: 'Wrong-1', pid });
    await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
    await server.signInStatistics.flush();

    const counted = await context.call('getMessageCounts', { cookie: cookie(), query: {} });
    expect(counted.rows).toEqual([
      {
        hour: Math.floor(server.now() / HOUR) * HOUR,
        sender: 'development',
        channel: 'sms',
        purpose: 'silence',
        sent: 1,
        limited: 0,
        failed: 0,
      },
    ]);
    // What a vendor's limit held back is no failure.
    server.signInStatistics.message('development', 'sms', 'limited', 'login', 'CaptchaTooFrequent');
    server.signInStatistics.message('development', 'sms', 'failed', 'login', 'timeout');
    await server.signInStatistics.flush();
    const none = await context.call('getMessageCounts', { cookie: cookie(), query: { purpose: 'bind' } });
    expect(none.rows).toEqual([]);

    expect(await context.call('getMessageBudget', { cookie: cookie() })).toEqual({
      senders: [{ name: 'development', channels: ['sms', 'voice', 'email'] }],
      daily_limit: 1,
      exhausted: 1,
      prefix_limit: 50,
      prefixes: [{ prefix: '138****', sent: 1, left: 49, until: server.now() + HOUR }],
      totals: [],
    });

    expect(await context.call('getOverview', { cookie: cookie(), query: {} })).toMatchObject({
      people: 1,
      blocked: 0,
      signed_up: { today: 1, before: 0, week: 1 },
      signed_in: { today: 1, before: 0, week: 1 },
      refused: { today: 2, before: 0, week: 2 },
      refusals_today: [
        { refusal: 'CaptchaTooFrequent', count: 1 },
        { refusal: 'WrongCredentials', count: 1 },
      ],
      messages_sent: { today: 1, before: 0, week: 1 },
      messages_failed: { today: 1, before: 0, week: 1 },
    });
  });

  it('compare today with the same hours of a week ago, the running hour taken whole', async () => {
    const { server } = context;
    const { db } = server.app;
    const at = server.now();
    const week = at - 7 * 24 * HOUR;
    const hour = (from: number) => new Date(Math.floor(from / HOUR) * HOUR);
    const row = { call: 'loginByAccount', outcome: 'ok' };
    await db
      .insertInto('sign_in_counts')
      .values([
        { ...row, hour: hour(week), count: 4 },
        { ...row, hour: hour(week - 2 * HOUR), count: 20 },
        { ...row, hour: hour(week + HOUR), count: 300 },
        { ...row, hour: hour(week), outcome: 'WrongCredentials', count: 7 },
      ])
      .execute();
    const before = (query: { today_from: number }) =>
      context.call('getOverview', { cookie: cookie(), query });
    const today = hour(at).getTime();
    expect((await before({ today_from: today })).signed_in).toMatchObject({ before: 4 });
    const earlier = await before({ today_from: today - 2 * HOUR });
    expect(earlier.signed_in).toMatchObject({ before: 24 });
    expect(earlier.refused).toMatchObject({ before: 7 });
    // Today's refusals stand beside those of then; a cause of then alone is none of today's.
    expect(earlier.refusals_today.map(({ before: then }) => then)).not.toContain(300);
    await db
      .deleteFrom('sign_in_counts')
      .where('hour', '<=', hour(week + HOUR))
      .execute();
  });

  it('answer sign-ins by client, successes and refusals by name, without intermediate steps [3.init 3.headers]', async () => {
    const { server } = context;
    const phone = '13800001234';
    const from = (platform: string, sdk: string) => ({
      Platform: platform,
      'Product-Code': 'contest',
      'SDK-Account-Version': sdk,
    });
    const login = (
      name: 'loginSilently' | 'enrolByPhone' | 'loginByAccount',
      body: object,
      headers: Record<string, string>,
    ) => server.ask('POST', calls[name].path, body, headers);
    await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
    const [captcha] = server.codes(phone);
    const body = { phone_number: phone, captcha, pid };
    const { json } = await login('loginSilently', body, { ...from('web', '0.16.2'), 'X-Enrol': 'ask' });
    const ticket = (json?.data as { ticket?: string } | undefined)?.ticket ?? '';
    await login('enrolByPhone', { ticket, agreement_ids: [-1] }, from('web', '0.16.2'));
    for (let n = 0; n < 2; n += 1)
      await login('loginByAccount', { identity: phone, password: 'Wrong-1', pid }, from('app', '0.9.0'));
    await login(
      'loginByAccount',
      { identity: phone, password: 'Wrong-1', pid: 'x' },
      from('app', '<script>'),
    );
    await server.signInStatistics.flush();
    await server.signInStatistics.flush();

    const { rows } = await context.call('getSignInClients', { cookie: cookie(), query: {} });
    expect(rows).toEqual([
      {
        others: false,
        platform: 'app',
        product: 'contest',
        sdk: '0.9.0',
        signed_in: 0,
        refused: 2,
        most_refused: { refusal: 'WrongCredentials', count: 2 },
      },
      {
        others: false,
        platform: 'app',
        product: 'contest',
        sdk: null,
        signed_in: 0,
        refused: 1,
        most_refused: { refusal: 'WrongCredentials', count: 1 },
      },
      {
        others: false,
        platform: 'web',
        product: 'contest',
        sdk: '0.16.2',
        signed_in: 1,
        refused: 0,
        most_refused: null,
      },
    ]);
    const before = { to: server.now() - HOUR };
    expect((await context.call('getSignInClients', { cookie: cookie(), query: before })).rows).toEqual([]);
  });

  it('refuse a span that is too long or reversed, and hours of a day that is not today', async () => {
    const at = context.server.now();
    const fieldOf = async (name: 'getMessageCounts' | 'getSignInClients' | 'getOverview', query: object) => {
      const { status, json } = await context.ask(name, { cookie: cookie(), query: query as never });
      return `${status} ${(json?.data as { field?: string } | undefined)?.field}`;
    };
    expect(await fieldOf('getMessageCounts', { from: at - 33 * 24 * HOUR })).toBe('400 from');
    expect(await fieldOf('getMessageCounts', { from: at + HOUR })).toBe('400 from');
    expect(await fieldOf('getSignInClients', { from: at - 33 * 24 * HOUR })).toBe('400 from');
    expect(await fieldOf('getOverview', { today_from: at + 1 })).toBe('400 today_from');
    expect(await fieldOf('getOverview', { today_from: at - 72 * HOUR })).toBe('400 today_from');
  });
});
