import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { outcomes, refusalOf } from '../../features/accounts/testing.ts';
import { createTickets } from '../tickets.ts';
import { HOURLY_SET_UPS } from './factor-changes.ts';
import { lockOwner } from './factor-state.ts';
import { delayAfter, FREE_GUESSES, MOST_GUESSES } from './guesses.ts';
import type { Owner } from './owner.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { createSecondFactors, type SecondFactorStore } from './second-factors.ts';
import { testAuthenticator, totpCodeAt } from './testing.ts';
import { newTotpSecret, totpStep } from './totp.ts';

const origin = 'https://accounts.school.example';
const rpId = 'accounts.school.example';
const page = { origin };
const place = { binding: 'session', page };
const names = { issuer: 'Rollcall', label: 'lin' };
const STEP = 30_000;

let database: TestDatabase;
let now: HeldClock;
let factors: SecondFactorStore;
let owner: Owner;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

const newOperator = async (): Promise<Owner> => {
  const id = randomUUID();
  await database.db
    .insertInto('operators')
    .values({ id, name: id, role: 'admin', password_hash: 'x', created_at: new Date(now()) })
    .execute();
  return { kind: 'operator', id };
};

beforeEach(async () => {
  now = heldClock();
  const { db } = database;
  const secret = 'tests-do-not-keep-this';
  const tickets = createTickets({ db, now, secret });
  factors = createSecondFactors({
    db,
    now,
    key: deriveKey(secret, 'second factors'),
    tickets,
    places: { issuer: origin },
    site: 'Rollcall',
  });
  owner = await newOperator();
});

const nothing = async () => {};
/** Sets up an app, and moves to the next step, as the code of setting up is spent. */
const withApp = async () => {
  const { ticket, secret } = await factors.startTotp(owner, 'session', names);
  const given = { binding: 'session', ticket, code: totpCodeAt(secret, now()) };
  const codes = await factors.addTotp(owner, given, nothing);
  now.move(STEP);
  return { secret, codes: codes ?? [] };
};
const withPasskey = async (options: Partial<Parameters<typeof testAuthenticator>[0]> = {}) => {
  const authenticator = testAuthenticator({ origin, rpId, ...options });
  const { ticket, options: creation } = await factors.startPasskey(owner, place, 'lin');
  const response = authenticator.register(creation);
  const codes = await factors.addPasskey(owner, place, { ticket, name: 'Laptop', response }, nothing);
  return { authenticator, codes };
};
const byCode = (code: string) =>
  factors.prove(owner, { method: 'totp', code }, place, async (_, { method }) => method);
const byRecovery = (code: string) =>
  factors.prove(
    owner,
    { method: 'recovery_code', code },
    place,
    async (_, proved) => proved.recoveryCodesLeft,
  );
const byPasskey = async (authenticator: ReturnType<typeof testAuthenticator>) => {
  const { ticket, options } = await factors.challenge(owner, place);
  const proof = { method: 'passkey', ticket, response: authenticator.assert(options) } as const;
  return { proof, method: factors.prove(owner, proof, place, async (_, { method }) => method) };
};

describe('codes of an app', () => {
  it('are valid in their step, the one before and the one after', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }),
        fc.integer({ min: -4, max: 4 }),
        (at, steps) => {
          const secret = newTotpSecret();
          const code = totpCodeAt(secret, at + steps * STEP);
          expect(totpStep(secret, code, at)).toBe(
            Math.abs(steps) <= 1 ? Math.floor(at / STEP) + steps : undefined,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('prove once; the same and earlier ones are refused', async () => {
    const { secret } = await withApp();
    const early = totpCodeAt(secret, now() - STEP);
    const code = totpCodeAt(secret, now());
    expect(await byCode(code)).toBe('totp');
    expect(await refusalOf(byCode(code))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(byCode(early))).toMatchObject({ refusal: 'CaptchaMismatch' });
    now.move(STEP);
    expect(await byCode(totpCodeAt(secret, now()))).toBe('totp');
  });

  it('prove once of many at the same time', async () => {
    const { secret } = await withApp();
    const code = totpCodeAt(secret, now());
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => byCode(code)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are valid again after a clock that was far ahead', async () => {
    const { secret } = await withApp();
    now.move(24 * 3600_000);
    await byCode(totpCodeAt(secret, now()));
    now.move(-24 * 3600_000);
    expect(await byCode(totpCodeAt(secret, now()))).toBe('totp');
  });

  it('are needed to set the app up, in the session that began it', async () => {
    const { ticket, secret } = await factors.startTotp(owner, 'session', names);
    const code = totpCodeAt(secret, now());
    const add = (given: object) =>
      refusalOf(factors.addTotp(owner, { binding: 'session', ticket, code, ...given }, nothing));
    expect(await add({ binding: 'another' })).toMatchObject({ refusal: 'WrongTicket' });
    expect(await add({ code: totpCodeAt(newTotpSecret(), now()) })).toMatchObject({
      refusal: 'CaptchaMismatch',
    });
    const other = await newOperator();
    expect(
      await refusalOf(factors.addTotp(other, { binding: 'session', ticket, code }, nothing)),
    ).toMatchObject({ refusal: 'WrongTicket' });
    expect(await factors.has(database.db, owner)).toBe(false);
    expect(await factors.addTotp(owner, { binding: 'session', ticket, code }, nothing)).toHaveLength(10);
    expect(await add({})).toMatchObject({ refusal: 'WrongTicket' });
  });

  it('come from a secret that is not stored in clear', async () => {
    const { secret } = await withApp();
    const { rows } = await database.pool.query(
      "select encode(sealed_secret, 'escape') as text from totp_secrets",
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('guesses', () => {
  it('wait after five wrong ones, longer each time, and end after a hundred', async () => {
    const { secret, codes } = await withApp();
    const wrong = () => byCode(totpCodeAt(newTotpSecret(), now()));
    let made = 0;
    while (made < MOST_GUESSES) {
      expect(await refusalOf(wrong())).toMatchObject({ refusal: 'CaptchaMismatch' });
      made += 1;
      const wait = delayAfter(made);
      if (wait === 0 || made === MOST_GUESSES) continue;
      expect(await refusalOf(wrong())).toMatchObject({
        refusal: 'TooManyAttempts',
        detail: { data: { retry_after: wait } },
      });
      now.move(wait * 1000);
    }
    now.move(7 * 24 * 3600_000);
    expect(await refusalOf(byCode(totpCodeAt(secret, now())))).toMatchObject({ refusal: 'TooManyAttempts' });
    expect(await byRecovery(codes[0] ?? '')).toBe(9);
    expect(await byCode(totpCodeAt(secret, now()))).toBe('totp');
  });

  it('of recovery codes and of the app are counted apart', async () => {
    const { secret, codes } = await withApp();
    const tooMany = { refusal: 'TooManyAttempts' };
    for (let n = 0; n < FREE_GUESSES; n += 1) await refusalOf(byRecovery('0000-000000'));
    expect(await refusalOf(byRecovery(codes[0] ?? ''))).toMatchObject(tooMany);
    expect(await byCode(totpCodeAt(secret, now()))).toBe('totp');
    // The right one has freed both.
    expect(await byRecovery(codes[0] ?? '')).toBe(9);
    for (let n = 0; n < FREE_GUESSES; n += 1) await refusalOf(byCode(totpCodeAt(newTotpSecret(), now())));
    expect(await refusalOf(byCode(totpCodeAt(secret, now() + STEP)))).toMatchObject(tooMany);
    expect(await byRecovery(codes[1] ?? '')).toBe(8);
  });

  it('are compared five times of a hundred at once', async () => {
    await withApp();
    const code = totpCodeAt(newTotpSecret(), now());
    const ends = await Promise.all(Array.from({ length: 100 }, () => refusalOf(byCode(code))));
    const tried = ends.filter(end => end?.refusal === 'CaptchaMismatch');
    expect(tried).toHaveLength(FREE_GUESSES);
  });

  it('are delayed no longer when the clock is set back', async () => {
    const { secret } = await withApp();
    for (let n = 0; n < FREE_GUESSES; n += 1) await refusalOf(byCode(totpCodeAt(newTotpSecret(), now())));
    now.move(-24 * 3600_000);
    expect(await byCode(totpCodeAt(secret, now()))).toBe('totp');
  });
});

describe('recovery codes', () => {
  it('come with the first factor alone, work once each, and however they are typed', async () => {
    const { codes } = await withApp();
    expect(new Set(codes).size).toBe(10);
    expect((await withPasskey()).codes).toBeNull();
    const [first = '', second = ''] = codes;
    expect(await byRecovery(first.toLowerCase().replace('-', ' '))).toBe(9);
    expect(await refusalOf(byRecovery(first))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await byRecovery(second.replace('-', ''))).toBe(8);
    expect(readRecoveryCode('oIl-0')).toBe('0110');
  });

  it('are replaced as a whole, and belong to one owner', async () => {
    const { codes } = await withApp();
    const renewed = await factors.renewRecoveryCodes(database.db, owner);
    expect(await refusalOf(byRecovery(codes[0] ?? ''))).toMatchObject({ refusal: 'CaptchaMismatch' });
    const first = owner;
    owner = await newOperator();
    await withApp();
    expect(await refusalOf(byRecovery(renewed[0] ?? ''))).toMatchObject({ refusal: 'CaptchaMismatch' });
    owner = first;
    expect(await byRecovery(renewed[0] ?? '')).toBe(9);
  });

  it('stay if the work after them is refused', async () => {
    const { codes } = await withApp();
    const [code = ''] = codes;
    const failing = factors.prove(owner, { method: 'recovery_code', code }, place, () =>
      Promise.reject(new Error('killed')),
    );
    await expect(failing).rejects.toThrow('killed');
    expect(await byRecovery(code)).toBe(9);
  });
});

describe('passkeys', () => {
  it('prove, and each challenge is accepted once', async () => {
    const { authenticator, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    const { proof, method } = await byPasskey(authenticator);
    expect(await method).toBe('passkey');
    expect(await refusalOf(factors.prove(owner, proof, place, nothing))).toMatchObject({
      refusal: 'WrongTicket',
    });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sibling host', { origin: 'https://other.school.example' }],
    ['another RP ID', { rpId: 'school.example' }],
    ['no user verification', { verifies: false }],
  ])('are refused with %s, when they are made and when they are used', async (_, options) => {
    expect(await refusalOf(withPasskey(options))).toMatchObject({ refusal: 'WrongTicket' });
    const { authenticator } = await withPasskey();
    const { ticket, options: challenge } = await factors.challenge(owner, place);
    const liar = testAuthenticator({ origin, rpId, ...options });
    const response = { ...liar.assert(challenge), id: authenticator.id, rawId: authenticator.id };
    const proof = { method: 'passkey', ticket, response } as const;
    expect(await refusalOf(factors.prove(owner, proof, place, nothing))).toMatchObject({
      refusal: 'WrongTicket',
    });
  });

  it('are twenty at most, though more were started before and are finished at once', async () => {
    const begun = await Promise.all(
      Array.from({ length: 23 }, async () => {
        const { ticket, options } = await factors.startPasskey(owner, place, 'lin');
        const response = testAuthenticator({ origin, rpId }).register(options);
        return { ticket, name: 'Laptop', response };
      }),
    );
    const ends = await outcomes(begun.map(given => factors.addPasskey(owner, place, given, nothing)));
    expect(ends.filter(end => end === 'ok')).toHaveLength(20);
    expect(ends.filter(end => end === 'IllegalOperation')).toHaveLength(3);
  });

  it('are refused after five minutes, and in another session', async () => {
    const { authenticator } = await withPasskey();
    const { ticket, options } = await factors.challenge(owner, place);
    const proof = { method: 'passkey', ticket, response: authenticator.assert(options) } as const;
    const elsewhere = { ...place, binding: 'another' };
    expect(await refusalOf(factors.prove(owner, proof, elsewhere, nothing))).toMatchObject({
      refusal: 'WrongTicket',
    });
    const late = await factors.challenge(owner, place);
    now.move(5 * 60_000);
    const response = authenticator.assert(late.options);
    expect(
      await refusalOf(
        factors.prove(owner, { method: 'passkey', ticket: late.ticket, response }, place, nothing),
      ),
    ).toMatchObject({ refusal: 'WrongTicket' });
  });

  it('are refused if the counter does not grow, which shows a copy', async () => {
    const { authenticator } = await withPasskey({ step: 0 });
    // Without a counter, as with passkeys that are synchronised, it stays zero.
    expect(await (await byPasskey(authenticator)).method).toBe('passkey');
    await database.db
      .updateTable('passkeys')
      .set({ counter: 7 })
      .where('id', '=', authenticator.id)
      .execute();
    expect(await refusalOf((await byPasskey(authenticator)).method)).toMatchObject({
      refusal: 'WrongTicket',
    });
  });

  it('of one owner are refused for another', async () => {
    const { authenticator } = await withPasskey();
    owner = await newOperator();
    await withPasskey();
    expect(await refusalOf((await byPasskey(authenticator)).method)).toMatchObject({
      refusal: 'WrongTicket',
    });
  });

  it('reset the count of wrong codes', async () => {
    const { secret } = await withApp();
    const { authenticator } = await withPasskey();
    for (let n = 0; n <= FREE_GUESSES; n += 1) await refusalOf(byCode(totpCodeAt(newTotpSecret(), now())));
    expect(await refusalOf(byCode(totpCodeAt(secret, now())))).toMatchObject({ refusal: 'TooManyAttempts' });
    expect(await (await byPasskey(authenticator)).method).toBe('passkey');
    expect(await byCode(totpCodeAt(secret, now()))).toBe('totp');
  });
});

describe('removing', () => {
  it('takes the recovery codes with the last factor, and can be forbidden', async () => {
    const { codes } = await withApp();
    const { authenticator } = await withPasskey();
    const { db } = database;
    await factors.remove(db, owner, 'totp', true);
    const last = { passkey: authenticator.id };
    expect(
      await refusalOf(db.transaction().execute(trx => factors.remove(trx, owner, last, true))),
    ).toMatchObject({ refusal: 'IllegalOperation' });
    expect(await factors.has(db, owner)).toBe(true);
    await factors.remove(db, owner, last, false);
    expect(await factors.has(db, owner)).toBe(false);
    expect(await refusalOf(byRecovery(codes[0] ?? ''))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(factors.remove(db, owner, last, false))).toMatchObject({ refusal: 'NotFound' });
  });
});

describe('the relying party', () => {
  const issuer = origin;
  it('is the host of the issuer, or the shared domain above it', () => {
    expect(relyingPartyOf({ issuer }, page)).toEqual({ id: rpId, origins: [origin] });
    expect(
      relyingPartyOf(
        { issuer, domain: 'school.example', origins: ['https://www.school.example', 'https://club.example'] },
        page,
      ),
    ).toEqual({ id: 'school.example', origins: [origin, 'https://www.school.example'] });
    expect(relyingPartyOf({ issuer, domain: 'other.example' }, page)?.id).toBe(rpId);
    expect(relyingPartyOf({ issuer, domain: 'ool.example' }, page)?.id).toBe(rpId);
  });
  it('is none for a page of another domain, where browsers use no passkey of this one', () => {
    const places = { issuer, domain: 'school.example', origins: ['https://club.example'] };
    expect(relyingPartyOf(places, { origin: 'https://club.example' })).toBeUndefined();
    expect(relyingPartyOf(places, { origin: 'https://elsewhere.example' })).toBeUndefined();
    expect(relyingPartyOf(places, {})?.id).toBe('school.example');
  });
  it('of a server on this machine is localhost, for pages of localhost', () => {
    const local = { issuer: 'http://127.0.0.1:8080' };
    expect(relyingPartyOf(local, { origin: 'http://localhost:8080' })).toEqual({
      id: 'localhost',
      origins: ['http://localhost:8080'],
    });
    expect(relyingPartyOf(local, { host: 'localhost:8080' })?.id).toBe('localhost');
    expect(relyingPartyOf(local, { origin: 'http://127.0.0.1:8080' })).toBeUndefined();
    expect(relyingPartyOf({ issuer: 'http://192.0.2.1' }, { origin: 'http://localhost' })).toBeUndefined();
  });
});

describe('a proof while all factors are removed waits for it and is refused, and neither transaction stops the other', () => {
  /** What a sign-in does after the proof. It is never reached, but by a proof that a deadlock ended and that is repeated. */
  const work = vi.fn((trx: Kysely<Database>) => lockOwner(trx, owner));
  /** Guesses that are counted elsewhere than in the owner's row. */
  const guesses = { count: nothing, missed: nothing, clear: nothing };
  /** Begins a proof in a removal that has locked the owner, and goes on when the proof waits. */
  const duringRemoval = async (proof: () => Promise<unknown>) => {
    const { db } = database;
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count;
    };
    let proved: Promise<string[]> | undefined;
    await transaction(db, async trx => {
      await lockOwner(trx, owner);
      proved = outcomes([proof()]);
      await expect.poll(waiting).toBe(1);
      await factors.clear(trx, owner);
    });
    const ends = await proved;
    expect(work).not.toHaveBeenCalled();
    return ends;
  };
  it('by the app', async () => {
    const { secret } = await withApp();
    const proof = { method: 'totp', code: totpCodeAt(secret, now()) } as const;
    const refused = await duringRemoval(() => factors.prove(owner, proof, place, work, guesses));
    expect(refused).toEqual(['CaptchaMismatch']);
  });

  it('by a recovery code', async () => {
    const { codes } = await withApp();
    const proof = { method: 'recovery_code', code: codes[0] ?? '' } as const;
    const refused = await duringRemoval(() => factors.prove(owner, proof, place, work, guesses));
    expect(refused).toEqual(['CaptchaMismatch']);
  });

  it('by a passkey of an owner who is known', async () => {
    const { authenticator } = await withPasskey();
    const { ticket, options } = await factors.challenge(owner, place);
    const proof = { method: 'passkey', ticket, response: authenticator.assert(options) } as const;
    expect(await duringRemoval(() => factors.prove(owner, proof, place, work))).toEqual(['WrongTicket']);
  });

  it('by a passkey that says whose it is', async () => {
    const { authenticator } = await withPasskey();
    const { ticket, options } = await factors.challengeAnybody(place);
    const given = { ticket, response: authenticator.assert(options) };
    expect(await duringRemoval(() => factors.identify(given, place, work))).toEqual(['WrongTicket']);
  });
});

describe('set-ups that are begun', () => {
  const rows = async () => (await database.db.selectFrom('tickets').select('mac').execute()).length;

  it('are bounded by the owner, apps and passkeys together, and write no row beyond the bound', async () => {
    const other = await newOperator();
    for (let n = 0; n < HOURLY_SET_UPS; n += 1) {
      if (n % 2 === 0) await factors.startTotp(owner, 'session', names);
      else await factors.startPasskey(owner, place, 'lin');
    }
    const before = await rows();
    for (const begin of [
      () => factors.startTotp(owner, 'session', names),
      () => factors.startPasskey(owner, place, 'lin'),
    ]) {
      const refused = await refusalOf(begin());
      expect(refused).toMatchObject({ refusal: 'TooManyAttempts' });
      expect(refused.detail.data).toMatchObject({ retry_after: 3600 });
    }
    expect(await rows()).toBe(before);
    await factors.startTotp(other, 'session', names);
    now.move(3600 * 1000);
    await factors.startTotp(owner, 'session', names);
  });
});
