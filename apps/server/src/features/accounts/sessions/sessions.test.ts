import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { LONGEST_SESSION, LONGEST_SHARED, PARENT_GRACE, SESSION_LIFE, SHARED_LIFE } from './session-life.ts';
import { type Session, type Sessions, createSessions } from './sessions.ts';
import { outcomes, refusalOf, type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
/** Another process on the same database. */
let open: () => Sessions;
let sessions: Sessions;
let accountId: string;
beforeAll(async () => {
  context = await testAccounts();
  const { db, config } = context.database;
  open = () => createSessions({ db, now: context.now, secret: config.secret });
  sessions = open();
  accountId = (await context.register()).id;
});
afterAll(() => context.close());

const start = async (account = accountId, shared = false): Promise<Session> => {
  const started = await sessions.start(context.database.db, {
    accountId: account,
    pid: 'school',
    ip: '192.0.2.1',
    userAgent: 'vitest',
    client: { platform: 'web', product: 'p1', sdk: '0.16.2', shared },
    proved: true,
    language: 'en' as const,
    method: 'password' as const,
  });
  if (started.state !== 'begun') throw new Error('No session was started.');
  return started.session;
};
const refreshed = async (token: string) => (await sessions.refresh(token)).refreshToken;
const row = (id: string) =>
  context.database.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('refresh [7.refreshTokens]', () => {
  test('gives a successor each time, and thirty more days [3.refresh-token]', async () => {
    const first = await start();
    context.now.move(SESSION_LIFE - 1);
    const second = await sessions.refresh(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.expiresAt).toBe(context.now() + SESSION_LIFE);
    context.now.move(SESSION_LIFE);
    expect(await refusalOf(sessions.refresh(second.refreshToken))).toMatchObject({
      refusal: 'RefreshTokenInvalid',
    });
  });

  test('ends 180 days after the sign-in, however often it is used', async () => {
    const first = await start();
    const began = context.now();
    let { refreshToken } = first;
    for (let month = 1; month <= 8; month += 1) {
      context.now.set(began + month * (SESSION_LIFE - 7 * 24 * 3600 * 1000));
      if (context.now() >= began + LONGEST_SESSION) break;
      const next = await sessions.refresh(refreshToken);
      expect(next.expiresAt).toBe(Math.min(context.now() + SESSION_LIFE, began + LONGEST_SESSION));
      refreshToken = next.refreshToken;
    }
    context.now.set(began + LONGEST_SESSION - 1);
    const last = await sessions.refresh(refreshToken);
    expect(last.expiresAt).toBe(began + LONGEST_SESSION);
    context.now.move(1);
    expect(await refusalOf(sessions.refresh(last.refreshToken))).toMatchObject({
      refusal: 'RefreshTokenInvalid',
    });
  });

  test('an older session with a longer expiry ends too', async () => {
    const { id, refreshToken } = await start();
    await context.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(context.now() + 2 * LONGEST_SESSION) })
      .where('id', '=', id)
      .execute();
    context.now.move(LONGEST_SESSION);
    expect(await refusalOf(sessions.refresh(refreshToken))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
  });

  test('forty at once get the same successor [3.successor]', async () => {
    const { id, refreshToken } = await start();
    const all = await Promise.all(Array.from({ length: 40 }, () => refreshed(refreshToken)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(refreshToken);
    expect((await row(id)).generation).toBe(1);
  });

  test('the parent is valid for 30 seconds, and then ends the family [3.successor]', async () => {
    const { id, refreshToken } = await start();
    const next = await refreshed(refreshToken);
    context.now.move(PARENT_GRACE - 1);
    expect(await refreshed(refreshToken)).toBe(next);
    context.now.move(1);
    expect(await refusalOf(sessions.refresh(refreshToken))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
    expect((await row(id)).ended_at).toEqual(new Date(context.now()));
    expect(await refusalOf(sessions.refresh(next))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
  });

  test("a grandparent ends the family at once, within the parent's 30 seconds too [3.successor]", async () => {
    const { refreshToken } = await start();
    const third = await refreshed(await refreshed(refreshToken));
    expect(await refusalOf(sessions.refresh(refreshToken))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
    expect(await refusalOf(sessions.refresh(third))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
  });

  test('a forged token ends nothing', async () => {
    const { refreshToken } = await start();
    const forged = createSessions({ db: context.database.db, now: context.now, secret: 'another secret' });
    expect(await refusalOf(forged.refresh(refreshToken))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
    const bytes = Buffer.from(refreshToken, 'base64url');
    randomBytes(32).copy(bytes, 20);
    expect(await refusalOf(sessions.refresh(bytes.toString('base64url')))).toMatchObject({
      refusal: 'RefreshTokenInvalid',
    });
    expect(await refreshed(refreshToken)).toHaveLength(70);
  });

  test('refuses a blocked account by name, and works again after the block', async () => {
    const { id, refresh } = await context.register();
    await context.block(id);
    expect(await refusalOf(sessions.refresh(refresh))).toMatchObject({ refusal: 'AccountBlocked' });
    await context.database.db
      .updateTable('accounts')
      .set({ blocked_at: null })
      .where('id', '=', id)
      .execute();
    expect(await refreshed(refresh)).toHaveLength(70);
  });

  describe('of a session that this process refreshed before', () => {
    const remembered = async () => {
      const { id, refresh } = await context.register();
      return { id, token: await refreshed(refresh) };
    };

    test('is refused once another process has ended it, with the reason', async () => {
      const { id, token } = await remembered();
      await open().endAll(context.database.db, id, 'password');
      expect((await refusalOf(sessions.refresh(token))).detail.data).toEqual({ reason: 'password' });
    });

    test('is refused while the account is blocked, ends nothing, and goes on after it', async () => {
      const { id, token } = await remembered();
      await context.block(id);
      expect(await refusalOf(sessions.refresh(token))).toMatchObject({ refusal: 'AccountBlocked' });
      const accounts = context.database.db.updateTable('accounts').where('id', '=', id);
      await accounts.set({ blocked_at: null }).execute();
      expect(await refreshed(token)).toHaveLength(70);
    });

    test('continues with what another process gave meanwhile, and ends with a copy of an older one', async () => {
      const { token } = await remembered();
      const second = (await open().refresh(token)).refreshToken;
      const third = await refreshed(second);
      expect((await refusalOf(sessions.refresh(token))).detail.data).toEqual({ reason: 'copied' });
      expect((await refusalOf(open().refresh(third))).refusal).toBe('RefreshTokenInvalid');
    });

    test('is refused with another MAC, which changes nothing, and once the account is gone', async () => {
      const { id, token } = await remembered();
      const forged = Buffer.from(token, 'base64url');
      forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
      expect((await refusalOf(sessions.refresh(forged.toString('base64url')))).refusal).toBe(
        'RefreshTokenInvalid',
      );
      const next = await refreshed(token);
      await context.database.db.deleteFrom('accounts').where('id', '=', id).execute();
      expect((await refusalOf(sessions.refresh(next))).refusal).toBe('RefreshTokenInvalid');
    });
  });

  test('the row has neither token nor MAC, so that no token can be made from it [3.refresh-token]', async () => {
    const { id, refreshToken } = await start();
    const mac = Buffer.from(refreshToken, 'base64url').subarray(20);
    const kept = JSON.stringify(await row(id), (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('base64url') : value,
    );
    expect(kept).not.toContain(refreshToken);
    expect((await row(id)).secret.includes(mac)).toBe(false);
  });
});

describe('the end of a session', () => {
  test('a refresh concurrent with a logout gives no session that outlives it [3.exclusion]', async () => {
    for (let round = 0; round < 30; round += 1) {
      const { id, refreshToken } = await start();
      const results = await Promise.allSettled([
        ...Array.from({ length: 4 }, () => refreshed(refreshToken)),
        sessions.endOf(accountId, refreshToken),
        ...Array.from({ length: 4 }, () => refreshed(refreshToken)),
      ]);
      expect(results[4]?.status).toBe('fulfilled');
      expect((await row(id)).ended_at).not.toBeNull();
      const given = results.flatMap(one => (one.status === 'fulfilled' && one.value ? [one.value] : []));
      for (const token of [refreshToken, ...given]) {
        expect(await refusalOf(sessions.refresh(token))).toMatchObject({ refusal: 'RefreshTokenInvalid' });
      }
    }
  });

  test('any generation of a token signs out, a token of another account does not [6.own-account]', async () => {
    const { id, refreshToken } = await start();
    await refreshed(refreshToken);
    const other = await context.register();
    expect(await refusalOf(sessions.endOf(other.id, refreshToken))).toMatchObject({
      refusal: 'RefreshTokenInvalid',
    });
    expect((await row(id)).ended_at).toBeNull();
    await sessions.endOf(accountId, refreshToken);
    expect((await row(id)).ended_at).not.toBeNull();
    await sessions.endOf(accountId, refreshToken);
  });

  test('all sessions of an account end together, and no other', async () => {
    const one = await context.register();
    const mine = [await start(one.id), await start(one.id)];
    const other = await start();
    await sessions.endAll(context.database.db, one.id, 'password');
    const ends = await outcomes(mine.map(session => sessions.refresh(session.refreshToken)));
    expect(ends).toEqual(['RefreshTokenInvalid', 'RefreshTokenInvalid']);
    expect(await refreshed(other.refreshToken)).toHaveLength(70);
  });
});

describe('the start of a session', () => {
  test('is refused for a blocked account, and after the password changed [6.blocked]', async () => {
    const { id } = await context.register();
    const { db } = context.database;
    const before = await db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const request = {
      accountId: id,
      pid: 'school',
      ip: '',
      userAgent: '',
      client: { platform: null, product: null, sdk: null },
      proved: true,
      language: 'en' as const,
      method: 'password' as const,
      passwordHash: before.password_hash ?? '',
    };
    expect((await sessions.start(db, request)).state).toBe('begun');
    await db.updateTable('accounts').set({ password_hash: 'other' }).where('id', '=', id).execute();
    expect(await sessions.start(db, request)).toEqual({ state: 'refused' });
    await context.block(id);
    expect(await sessions.start(db, { ...request, passwordHash: 'other' })).toEqual({ state: 'refused' });
  });

  test('waits for a password change under way, and is then refused with the old password [3.exclusion]', async () => {
    const { id } = await context.register();
    const { db } = context.database;
    const { password_hash: hash } = await db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const request = {
      accountId: id,
      pid: 'school',
      ip: '',
      userAgent: '',
      client: { platform: null, product: null, sdk: null },
      proved: true,
      language: 'en' as const,
      method: 'password' as const,
      passwordHash: hash ?? '',
    };
    const started = await transaction(db, async trx => {
      await trx.updateTable('accounts').set({ password_hash: 'new' }).where('id', '=', id).execute();
      await sessions.endAll(trx, id, 'password');
      // It can't end before the transaction does, so it is handed out unawaited.
      return { late: sessions.start(db, request) };
    });
    expect(await started.late).toEqual({ state: 'refused' });
  });
});

type Step =
  | { kind: 'refresh'; generation: number }
  | { kind: 'logout'; generation: number }
  | { kind: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('refresh' as const), generation: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logout' as const), generation: fc.nat(6) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.constantFrom(1, 29_999, 30_000, SESSION_LIFE - 1, SESSION_LIFE), fc.nat(60_000)),
    }),
  },
);

/** The rules, with nothing but numbers: tokens are counted back from the newest. */
class Model {
  readonly tokens: string[];
  #rotatedAt: number;
  #expiresAt: number;
  readonly #endsAt: number;
  #ended = false;

  constructor(first: Session, at: number) {
    this.tokens = [first.refreshToken];
    this.#rotatedAt = at;
    this.#expiresAt = at + SESSION_LIFE;
    this.#endsAt = at + LONGEST_SESSION;
  }

  pick(back: number): number {
    return Math.max(0, this.tokens.length - 1 - back);
  }

  /** Index of the token that has to come back (one past the end: a new one), or undefined for a refusal. */
  refresh(index: number, at: number): number | undefined {
    if (this.#ended || at >= this.#expiresAt) return undefined;
    const newest = this.tokens.length - 1;
    if (index === newest) {
      this.#rotatedAt = at;
      this.#expiresAt = Math.min(at + SESSION_LIFE, this.#endsAt);
      return newest + 1;
    }
    if (index === newest - 1 && at - this.#rotatedAt < PARENT_GRACE) return newest;
    this.#ended = true;
    return undefined;
  }

  logout(): void {
    this.#ended = true;
  }
}

test('any sequence of refreshes, logouts and waiting ends as in the model [3.successor]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
      const model = new Model(await start(), context.now());
      for (const one of steps) {
        if (one.kind === 'wait') {
          context.now.move(one.ms);
          continue;
        }
        const index = model.pick(one.generation);
        const token = model.tokens[index] ?? '';
        if (one.kind === 'logout') {
          await sessions.endOf(accountId, token);
          model.logout();
          continue;
        }
        const expected = model.refresh(index, context.now());
        const result = await refreshed(token).catch(() => undefined);
        if (expected === undefined) expect(result).toBeUndefined();
        else if (expected === model.tokens.length) {
          expect(result).toBeDefined();
          expect(model.tokens).not.toContain(result);
          model.tokens.push(result ?? '');
        } else expect(result).toBe(model.tokens[expected]);
      }
    }),
    { numRuns: 150 },
  );
});

test('a session on a shared device lives two hours after its last refresh, and eight in all [3.shared-device]', async () => {
  const began = context.now();
  let session = await start(accountId, true);
  expect(session.expiresAt).toBe(began + SHARED_LIFE);
  context.now.move(SHARED_LIFE - 1);
  session = await sessions.refresh(session.refreshToken);
  expect(session.expiresAt).toBe(context.now() + SHARED_LIFE);
  while (context.now() + SHARED_LIFE < began + LONGEST_SHARED) {
    context.now.move(SHARED_LIFE - 1);
    session = await sessions.refresh(session.refreshToken);
  }
  expect(session.expiresAt).toBe(began + LONGEST_SHARED);
  context.now.move(began + LONGEST_SHARED - context.now());
  expect(await refusalOf(sessions.refresh(session.refreshToken))).toMatchObject({
    refusal: 'RefreshTokenInvalid',
  });
  const idle = await start(accountId, true);
  context.now.move(SHARED_LIFE);
  expect(await refusalOf(sessions.refresh(idle.refreshToken))).toMatchObject({
    refusal: 'RefreshTokenInvalid',
  });
});
