/** The second step of a sign-in: what was proved first is right, and the account has a second factor. */
import { createHash } from 'node:crypto';
import type { CallName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Handlers, Input } from '../../../http/handler.ts';
import { clearFailures } from '../../../identity/sign-in-failures.ts';
import type { Place } from '../../../identity/second-factor/relying-party.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
import { type AccountsContext, signedInAs } from '../context.ts';
import { checkSignable, sign } from '../agreements/documents.ts';
import { markProved, renewProof } from '../sessions/fresh-proof.ts';
import type { Pending } from '../sign-in/pending.ts';
import { sessionGuesses } from '../sessions/session-guesses.ts';
import type { NewSession, Session } from '../sessions/sessions.ts';

/** A session to begin, with the agreements that are signed with it. */
export interface Entrance extends NewSession {
  readonly ids: readonly number[];
  /** The account was created just now. @default false */
  readonly created?: boolean;
}

/** The page of a call, for passkeys. */
export const pageOf = ({ header }: Pick<Input, 'header'>): Place['page'] => ({
  origin: header('origin'),
  host: header('host'),
});

/** Ties a challenge to the ticket of a step without storing the ticket. */
export const stepBinding = (ticket: string): string =>
  `step ${createHash('sha256').update(ticket).digest('base64url')}`;
/** The binding of challenges for a sign-in by passkey, which need no session. */
const SIGN_IN = 'sign in';

/** Tells whether the password is still the same; null where none is set. */
export const passwordDigest = (hash: string | null): string | null =>
  hash === null ? null : createHash('sha256').update(hash).digest('base64url');

export const passwordOf = async (db: Kysely<Database>, accountId: string) =>
  db.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirst();

/**
 * Begins the session and signs the agreements, within the transaction `db`; where the account or the
 * pid asks for a second factor it issues the ticket of the second step instead. `signedInAs` turns that into the refusal, after the commit.
 * @returns undefined where the account is gone or blocked, or its password is another by now
 */
export const enterAccount = async (
  { app, sessions, tickets, minors }: AccountsContext,
  db: Kysely<Database>,
  { ids, created = false, ...entrance }: Entrance,
): Promise<Session | Pending | undefined> => {
  const { accountId, pid, ip, client, method } = entrance;
  const session = await sessions.start(db, entrance);
  if (session !== 'second-factor') {
    if (session) await sign(db, minors, { accountId, ids, pid, at: app.now(), ip });
    return session;
  }
  const account = await passwordOf(db, accountId);
  if (!account) return undefined;
  const password = passwordDigest(account.password_hash);
  return {
    accountId,
    origin: client.origin,
    ticket: await tickets.issue(db, 'second-step', {
      accountId,
      pid,
      ids: [...ids],
      method,
      password,
      created,
    }),
  };
};

/** Begins the session after both factors, within the transaction `db`. @throws the refusal AccountBlocked */
export const enterProved = async (
  { app, sessions, minors }: AccountsContext,
  db: Kysely<Database>,
  { ids, ...entrance }: Omit<Entrance, 'created'>,
): Promise<Session> => {
  const session = await sessions.start(db, { ...entrance, secondFactor: 'proved' });
  if (!session || session === 'second-factor') throw refuse('AccountBlocked');
  const { accountId, pid, ip } = entrance;
  await sign(db, minors, { accountId, ids, pid, at: app.now(), ip });
  return session;
};

export const secondStepHandlers = (context: AccountsContext) => {
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
