/** The second step of a sign-in: what was proved first is right, and the account has a second factor. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../../http/handler.ts';
import { clearFailures } from '../../../identity/sign-in-failures.ts';
import { pageOf, stepBinding } from '../../../identity/second-factor/relying-party.ts';
import { refuse } from '../../../platform/refusal.ts';
import { checkSignable } from '../agreements/documents.ts';
import { markProved, renewProof } from '../../../identity/fresh-proof.ts';
import { sessionGuesses } from '../sessions/session-guesses.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import {
  type EntranceContext,
  enterProved,
  passwordDigest,
  passwordOf,
  signedInAs,
} from '../sign-in/entrance.ts';

/** The binding of challenges for a sign-in by passkey, which need no session. */
const SIGN_IN = 'sign in';

export interface SecondStepContext extends EntranceContext {
  readonly checkPid: CheckPid;
}

export const secondStepHandlers = (context: SecondStepContext) => {
  const { app, checkPid, tickets, secondFactors } = context;

  const stepOf = async (ticket: string) => {
    const step = await tickets.look('second-step', ticket);
    if (!step) throw refuse('WrongTicket');
    return { step, owner: { kind: 'account', id: step.accountId } as const };
  };

  return {
    challengeSecondStep: async ({ body: { ticket }, header }) => {
      const { owner } = await stepOf(ticket);
      return secondFactors.challenge(owner, { binding: stepBinding(ticket), page: pageOf({ header }) });
    },

    finishSignIn: async ({ body: { ticket, proof }, ip, userAgent, client, language, header }) => {
      const { step, owner } = await stepOf(ticket);
      const { accountId, pid, ids, method, password, created } = step;
      const place = { binding: stepBinding(ticket), page: pageOf({ header }) };
      const session = await secondFactors.prove(owner, proof, place, async db => {
        if (!(await tickets.consume(db, 'second-step', ticket))) throw refuse('WrongTicket');
        // The password may have been changed or reset since, because another person knew it.
        const account = await passwordOf(db, accountId);
        if (!account || passwordDigest(account.password_hash) !== password) throw refuse('WrongTicket');
        const entrance = { accountId, pid, ids, ip, userAgent, client, language, method, proved: true };
        return enterProved(context, db, entrance);
      });
      return signedInAs(context, session, created);
    },

    challengePasskeySignIn: ({ header }) =>
      secondFactors.challengeAnybody({ binding: SIGN_IN, page: pageOf({ header }) }),

    loginByPasskey: async ({ body, ip, userAgent, client, language, header }) => {
      const { ticket, response, pid, agreement_ids: ids } = body;
      checkPid(pid);
      await checkSignable(app.db, ids, pid, app.now());
      const place = { binding: SIGN_IN, page: pageOf({ header }) };
      const session = await secondFactors.identify({ ticket, response }, place, async (db, owner) => {
        if (owner.kind !== 'account') throw refuse('WrongTicket');
        const entered = await enterProved(context, db, {
          accountId: owner.id,
          pid,
          ids,
          ip,
          userAgent,
          client,
          language,
          method: 'passkey',
          proved: true,
        });
        await clearFailures(db, owner.id);
        return entered;
      });
      return signedInAs(context, session, false);
    },

    challengeProof: ({ caller, header }) =>
      secondFactors.challenge(
        { kind: 'account', id: caller.accountId },
        { binding: `session ${caller.sessionId}`, page: pageOf({ header }) },
      ),

    proveBySecondFactor: async ({ body: { proof }, caller, header }) => {
      const place = { binding: `session ${caller.sessionId}`, page: pageOf({ header }) };
      const owner = { kind: 'account', id: caller.accountId } as const;
      const until = await secondFactors.prove(
        owner,
        proof,
        place,
        async db => {
          await markProved(db, caller);
          return renewProof(db, caller, app.now());
        },
        sessionGuesses(app.db, caller),
      );
      return { proved_until: until };
    },
  } satisfies Partial<Handlers<CallName>>;
};
