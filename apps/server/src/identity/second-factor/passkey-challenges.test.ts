import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { createTickets } from '../tickets.ts';
import { createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts';
import { createSecondFactors } from './second-factors.ts';

const key = deriveKey('tests-do-not-keep-this', 'second factors');
let database: TestDatabase;
let now: HeldClock;
let challenges: PasskeyChallenges;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(() => {
  now = heldClock();
  challenges = createPasskeyChallenges({ now, key });
});

const rows = () => database.db.selectFrom('tickets').selectAll().execute();

describe('a challenge', () => {
  it('is stored nowhere: 10,000 that anybody asks for write no row', async () => {
    const { db } = database;
    const factors = createSecondFactors({
      db,
      now,
      key,
      tickets: createTickets({ db, now, secret: 'tests-do-not-keep-this' }),
      places: { issuer: 'https://accounts.school.example' },
      site: 'Rollcall',
    });
    const before = await rows();
    const place = { binding: 'sign in', page: { origin: 'https://accounts.school.example' } };
    const tickets = new Set<string>();
    for (let n = 0; n < 10_000; n += 1) tickets.add((await factors.challengeAnybody(place)).ticket);
    expect(tickets.size).toBe(10_000);
    expect(await rows()).toEqual(before);
  });

  it('is read for its owner and binding only, until it is over', () => {
    const owner = { kind: 'account', id: randomUUID() } as const;
    const { ticket, challenge } = challenges.make(owner, 'step');
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(challenges.read(ticket, owner, 'step')).toEqual(challenge);
    expect(challenges.read(ticket, owner, 'another')).toBeUndefined();
    expect(challenges.read(ticket, undefined, 'step')).toBeUndefined();
    expect(challenges.read(ticket, { ...owner, kind: 'operator' }, 'step')).toBeUndefined();
    now.move(5 * 60_000);
    expect(challenges.read(ticket, owner, 'step')).toBeUndefined();
  });

  it('with a single changed character is refused', () => {
    const { ticket } = challenges.make(undefined, 'sign in');
    const bytes = Buffer.from(ticket, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(challenges.read(changed.toString('base64url'), undefined, 'sign in')).toBeUndefined();
    }
  });

  it('is spent once of many at the same time, however its ticket is spelled', async () => {
    const { ticket } = challenges.make(undefined, 'sign in');
    const ends = await Promise.all(Array.from({ length: 5 }, () => challenges.spend(database.db, ticket)));
    expect(ends.filter(Boolean)).toHaveLength(1);
    // The last two bits of the last character are unused.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(ticket.at(-1) ?? '');
    const spelled = ticket.slice(0, -1) + alphabet[last ^ 1];
    expect(challenges.read(spelled, undefined, 'sign in')).toBeDefined();
    expect(await challenges.spend(database.db, spelled)).toBe(false);
  });
});
