/**
 * A model of sessions against PostgreSQL: three actors with one account, each with a session of its own, do what changes a
 * session, two or three at the same time, in every order that the database finds. Whatever the order, these hold:
 *
 * - what ended stays ended: no refresh token and no access token of an ended session is taken again;
 * - a password change ends every session that was begun before, and no call that runs meanwhile outlives it;
 * - only a proof makes a change possible: without a fresh one `requireFreshProof` refuses, and a refresh makes none;
 * - a blocked account starts no session and refreshes none.
 *
 * `npm run sessions`: 10,000 runs.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/database/transaction.ts';
import { lockRunning, PROOF_LIFE, renewProof, requireFreshProof } from './fresh-proof.ts';
import { createSessions, type Session, type Sessions } from './sessions.ts';
import { createAccount } from './creation.ts';
import { newPhone, outcomes, type TestAccounts, testAccounts } from './testing.ts';

const runs = Number(process.env['ROLLCALL_SESSION_RUNS'] ?? 20);

let context: TestAccounts;
let sessions: Sessions;
beforeAll(async () => {
  context = await testAccounts();
  sessions = createSessions({
    db: context.database.db,
    now: context.now,
    secret: context.database.config.secret,
  });
});
afterAll(() => context?.close());

const acts = [
  'refresh',
  'old-refresh',
  'logout',
  'prove',
  'change',
  'password',
  'block',
  'unblock',
  'sign-in',
] as const;
type Act = (typeof acts)[number];
interface Move {
  readonly actor: 0 | 1 | 2;
  readonly act: Act;
}

const move: fc.Arbitrary<Move> = fc.record({
  actor: fc.constantFrom(0, 1, 2),
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('refresh', 'prove', 'change', 'sign-in') },
    { weight: 3, arbitrary: fc.constantFrom('logout', 'password', 'old-refresh') },
    { weight: 1, arbitrary: fc.constantFrom('block', 'unblock') },
  ),
});
/** What is done at once, and how many milliseconds pass afterwards. */
const round = fc.record({
  at_once: fc.array(move, { minLength: 1, maxLength: 3 }),
  wait: fc.constantFrom(0, 1, 29_999, 30_000, PROOF_LIFE - 1, PROOF_LIFE),
});

interface Actor {
  session: Session;
  /** Every refresh token of the session, the newest last. */
  tokens: string[];
  provedAt: number;
}

test(
  'three actors in any interleaving: what ended stays ended, and only a fresh proof changes anything',
  async () => {
    const { db } = context.database;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async rounds => {
        let hash = 'first';
        const accountId = await transaction(db, within =>
          createAccount(within, {
            pid: 'school',
            identifier: { kind: 'phone', value: newPhone() },
            passwordHash: hash,
            at: context.now(),
          }),
        );
        const ended = new Set<string>();
        const newSession = (passwordHash: string) =>
          sessions.start(db, {
            accountId,
            pid: 'school',
            ip: '',
            userAgent: '',
            language: 'en',
            method: 'password',
            proved: true,
            passwordHash,
          });
        const signIn = async (): Promise<Actor> => {
          const session = await newSession(hash);
          if (!session || session === 'second-factor') throw new Error('No session was started.');
          return { session, tokens: [session.refreshToken], provedAt: context.now() };
        };
        const actors: Actor[] = [await signIn(), await signIn(), await signIn()];
        const rowOf = (id: string) =>
          db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const perform = async ({ actor, act }: Move): Promise<void> => {
          const one = actors[actor];
          if (!one) return;
          const { id } = one.session;
          const caller = { accountId, sessionId: id };
          const at = context.now();
          // Known before the call: of two calls at once either answer may come first.
          const over = ended.has(id);
          switch (act) {
            case 'refresh': {
              const next = await sessions.refresh(one.tokens.at(-1) ?? '');
              expect(over).toBe(false);
              if (!one.tokens.includes(next.refreshToken)) one.tokens.push(next.refreshToken);
              break;
            }
            case 'old-refresh':
              await sessions.refresh(one.tokens[0] ?? '');
              expect(over).toBe(false);
              break;
            case 'logout':
              await sessions.endOf(accountId, one.tokens.at(-1) ?? '');
              ended.add(id);
              break;
            case 'prove':
              await transaction(db, async within => {
                await lockRunning(within, caller);
                await renewProof(within, caller, at);
              });
              one.provedAt = at;
              break;
            case 'change': {
              // The proof may be made at the same time: what is not fresh by then either must be refused.
              await transaction(db, async within => {
                await requireFreshProof(within, caller, at);
                const row = await within
                  .selectFrom('sessions')
                  .select(['ended_at', 'proved_at'])
                  .where('id', '=', id)
                  .executeTakeFirstOrThrow();
                expect(at - (row.proved_at?.getTime() ?? 0)).toBeLessThan(PROOF_LIFE);
                await within
                  .updateTable('accounts')
                  .set({ description: id })
                  .where('id', '=', accountId)
                  .execute();
              });
              break;
            }
            case 'password': {
              const next = `password ${Math.random()}`;
              const before = await db
                .selectFrom('sessions')
                .select('id')
                .where('account_id', '=', accountId)
                .execute();
              await transaction(db, async within => {
                await within
                  .updateTable('accounts')
                  .set({ password_hash: next, description: null })
                  .where('id', '=', accountId)
                  .execute();
                await sessions.endAll(within, accountId);
              });
              hash = next;
              for (const session of before) ended.add(session.id);
              break;
            }
            case 'block':
              await context.block(accountId);
              break;
            case 'unblock':
              await db
                .updateTable('accounts')
                .set({ blocked_at: null })
                .where('id', '=', accountId)
                .execute();
              break;
            case 'sign-in': {
              const session = await newSession(hash);
              if (session && session !== 'second-factor') {
                actors[actor] = { session, tokens: [session.refreshToken], provedAt: at };
              }
              break;
            }
          }
        };
        for (const { at_once: together, wait } of rounds) {
          await outcomes(together.map(perform));
          // What ended in this round or before is refused from now on, by every token that was ever given.
          for (const one of actors) {
            const row = await rowOf(one.session.id);
            if (ended.has(one.session.id)) expect(row.ended_at).not.toBeNull();
            if (!row.ended_at) continue;
            ended.add(one.session.id);
            const refused = await outcomes(one.tokens.map(token => sessions.refresh(token)));
            expect(new Set(refused)).toEqual(new Set(['RefreshTokenInvalid']));
            const caller = { accountId, sessionId: one.session.id };
            const late = transaction(db, within => requireFreshProof(within, caller, context.now()));
            expect(await outcomes([late])).toEqual(['TokenInvalid']);
          }
          // No session of another password runs.
          const { password_hash: now, blocked_at: blocked } = await db
            .selectFrom('accounts')
            .select(['password_hash', 'blocked_at'])
            .where('id', '=', accountId)
            .executeTakeFirstOrThrow();
          expect(await newSession(`${now} of before`)).toBeUndefined();
          if (blocked) expect(await newSession(now ?? '')).toBeUndefined();
          context.now.move(wait);
          // A proof of before is no proof when its time is over, whatever was refreshed.
          for (const one of actors) {
            if (context.now() - one.provedAt < PROOF_LIFE) continue;
            const caller = { accountId, sessionId: one.session.id };
            const stale = transaction(db, within => requireFreshProof(within, caller, context.now()));
            expect(['ProofRequired', 'TokenInvalid']).toContain((await outcomes([stale]))[0]);
          }
        }
      }),
      { numRuns: runs },
    );
  },
  runs * 2_000 + 60_000,
);
