/**
 * A model of sessions against PostgreSQL: three actors with one account, each with a session of its own, do what changes a
 * session, two or three at the same time, in every order that the database finds. Whatever the order, these hold:
 *
 * - what ended stays ended: no refresh token and no access token of an ended session is taken again;
 * - a change of the password ends every session that was begun before, a change of the number every other one, and no call
 *   that runs meanwhile outlives it;
 * - only a proof makes a change possible: without a fresh one `requireFreshProof` refuses, and a refresh makes none;
 * - a change is taken back once, which ends every session and puts back what was there before;
 * - a blocked account starts no session and refreshes none;
 * - an admin's removal of the second factor ends every session and every sign-in that waits for its second step;
 * - an account with a second factor starts no session without the step, whose ticket gives one session, and none after the
 *   password was changed.
 *
 * `npm run proofs -- sessions`: 10,000 runs.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { PROOF_LIFE, requireFreshProof } from '../../../identity/fresh-proof.ts';
import { TAKE_BACK_LIFE } from '../notices/take-back.ts';
import { outcomes, type TestAccounts, testAccounts } from '../testing.ts';
import { createSessionModel, type Move } from '../testing/session-model.ts';

const runs = Number(process.env['ROLLCALL_SESSION_RUNS'] ?? 20);

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context?.close());

const move: fc.Arbitrary<Move> = fc.record({
  actor: fc.constantFrom(0, 1, 2),
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('refresh', 'prove', 'change', 'sign-in', 'step', 'take-back') },
    { weight: 3, arbitrary: fc.constantFrom('logout', 'password', 'old-refresh', 'factor', 'removal') },
    { weight: 1, arbitrary: fc.constantFrom('block', 'unblock') },
  ),
});
/** What is done concurrently, and how many milliseconds pass afterwards. */
const round = fc.record({
  at_once: fc.array(move, { minLength: 1, maxLength: 3 }),
  wait: fc.constantFrom(0, 0, 0, 1, 29_999, 30_000, PROOF_LIFE - 1, PROOF_LIFE, TAKE_BACK_LIFE),
});

test(
  'three actors in any interleaving: what ended stays ended, and only a fresh proof changes anything',
  async () => {
    const { db } = context.database;
    const { sessions, begin, completed } = await createSessionModel(context);
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(round, { minLength: 1, maxLength: 8 }),
        async (withFactor, rounds) => {
          const account = await begin(withFactor);
          const { accountId, actors, ended, links } = account;
          for (const { at_once: together, wait } of rounds) {
            const unused = links.filter(({ used }) => !used);
            await outcomes(await account.perform(together));
            // What ended in this round or before is refused from now on, by every token that was ever given.
            for (const one of actors) {
              const row = await db
                .selectFrom('sessions')
                .select('ended_at')
                .where('id', '=', one.id)
                .executeTakeFirstOrThrow();
              if (ended.has(one.id)) expect(row.ended_at).not.toBeNull();
              if (!row.ended_at) continue;
              ended.add(one.id);
              const refused = await outcomes(one.tokens.map(token => sessions.refresh(token)));
              expect(new Set(refused)).toEqual(new Set(['RefreshTokenInvalid']));
              const caller = { accountId, sessionId: one.id };
              const late = transaction(db, trx => requireFreshProof(trx, caller, context.now()));
              expect(await outcomes([late])).toEqual(['TokenInvalid']);
            }
            const state = await account.stateOf();
            // A change that was taken back, and nothing else meanwhile: all is as it was.
            const taken = unused.find(({ used }) => used);
            if (taken && together.length === 1) {
              expect(state.identifiers).toEqual(taken.before.identifiers);
              expect(state.password_hash).toBe(taken.before.password_hash);
            }
            // No session of another password runs, none begins while blocked, nor without the second step.
            expect(await account.newSession(`${state.password_hash} of before`)).toEqual({
              state: 'refused',
            });
            if (await account.isBlocked())
              expect(await account.newSession(state.password_hash)).toEqual({ state: 'refused' });
            else if (state.second_factor)
              expect(await account.newSession(state.password_hash)).toEqual({
                state: 'second-factor-required',
              });
            context.now.move(wait);
            // A proof of before is no proof when its time is over, whatever was refreshed.
            for (const one of actors) {
              if (context.now() - one.provedAt < PROOF_LIFE) continue;
              const caller = { accountId, sessionId: one.id };
              const stale = transaction(db, trx => requireFreshProof(trx, caller, context.now()));
              expect(['ProofRequired', 'TokenInvalid']).toContain((await outcomes([stale]))[0]);
            }
          }
        },
      ),
      { numRuns: runs },
    );
    if (runs < 1_000) return;
    console.log(`${runs} runs, with ${JSON.stringify(completed)}`);
    // Each of these happened in one run of a hundred or more.
    expect(Object.values(completed).filter(count => count < runs / 100)).toEqual([]);
  },
  runs * 2_000 + 60_000,
);
