/** The entrance of every way in: begins the session, or asks for the second step that is missing. */
import { createHash } from 'node:crypto';
import type { SignedIn } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { methodsOf } from '../../../identity/second-factor/factor-state.ts';
import type { SecondFactorStore } from '../../../identity/second-factor/second-factors.ts';
import type { Tickets } from '../../../identity/tickets.ts';
import type { MinorsSettings } from '../../../identity/minors/age.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
import { sign } from '../agreements/documents.ts';
import type { NewSession, Session, Sessions } from '../sessions/sessions.ts';
import { type TokenContext, tokensOf } from '../sessions/token-set.ts';

/** A session to begin, with the agreements that are signed with it. */
export interface Entrance extends NewSession {
  readonly ids: readonly number[];
  /** The account was created just now. @default false */
  readonly created?: boolean;
}

/** What every way in needs. */
export interface EntranceContext extends TokenContext {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly secondFactors: SecondFactorStore;
  readonly minors: MinorsSettings;
}

/** A sign-in that has its session. */
interface Begun {
  readonly state: 'begun';
  readonly session: Session;
}

/** A sign-in whose second step is missing. */
interface SecondStepRequired {
  readonly state: 'second-step-required';
  readonly accountId: string;
  /** Names the step; spent by the call that finishes the sign-in. */
  readonly ticket: string;
  /** The origin of the page that signs in, as far as the browser said. */
  readonly origin: string | undefined;
}

/** A sign-in that is answered by tokens, or by the refusal that asks for the second step. */
export type Admitted = Begun | SecondStepRequired;

/** `refused`: the account is gone or blocked, or its password is another by now. */
export type Entered = Admitted | { readonly state: 'refused' };

/** Tells whether the password is still the same; null where none is set. */
export const passwordDigest = (hash: string | null): string | null =>
  hash === null ? null : createHash('sha256').update(hash).digest('base64url');

export const passwordOf = async (db: Kysely<Database>, accountId: string) =>
  db.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirst();

/**
 * Begins the session and signs the agreements, within the transaction `db`; where the account or the
 * pid asks for a second factor it issues the ticket of the second step instead. `signedInAs` turns that into the refusal, after the commit.
 * @throws the refusal CaptchaMismatch, where the account's sessions were ended after the code was made
 */
export const enterAccount = async (
  { app, sessions, tickets, minors }: EntranceContext,
  db: Kysely<Database>,
  { ids, created = false, ...entrance }: Entrance,
): Promise<Entered> => {
  const { accountId, pid, ip, client, method } = entrance;
  const started = await sessions.start(db, entrance);
  // A code of before: it is answered as one that expired.
  if (started.state === 'over') throw refuse('CaptchaMismatch');
  if (started.state !== 'second-factor-required') {
    if (started.state === 'begun') await sign(db, minors, { accountId, ids, pid, at: app.now(), ip });
    return started;
  }
  const account = await passwordOf(db, accountId);
  if (!account) return { state: 'refused' };
  const password = passwordDigest(account.password_hash);
  return {
    state: 'second-step-required',
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
  { app, sessions, minors }: EntranceContext,
  db: Kysely<Database>,
  { ids, ...entrance }: Omit<Entrance, 'created'>,
): Promise<Begun> => {
  const started = await sessions.start(db, { ...entrance, secondFactor: 'proved' });
  if (started.state !== 'begun') throw refuse('AccountBlocked');
  const { accountId, pid, ip } = entrance;
  await sign(db, minors, { accountId, ids, pid, at: app.now(), ip });
  return started;
};

/** SecondFactorRequired with the step's ticket, and the methods that the account has; `setup`: none, so one of `set_up_with` is set up first. */
const secondStepRefusal = async (
  secondFactors: Pick<SecondFactorStore, 'state'>,
  { accountId, ticket, origin }: SecondStepRequired,
) => {
  const state = await secondFactors.state({ kind: 'account', id: accountId }, { origin });
  const methods = methodsOf(state);
  const setUpWith = state.passkeys_available ? ['totp', 'passkey'] : ['totp'];
  const data = { ticket, methods, ...(methods.length === 0 ? { setup: true, set_up_with: setUpWith } : {}) };
  return refuse('SecondFactorRequired', { data });
};

/** What a sign-in answers, after its transaction. @throws the refusal SecondFactorRequired where the second step is missing */
export const signedInAs = async (
  context: EntranceContext,
  entered: Admitted,
  created: boolean,
): Promise<SignedIn> => {
  if (entered.state === 'second-step-required') throw await secondStepRefusal(context.secondFactors, entered);
  const { accountId, requires } = entered.session;
  const token = tokensOf(context, entered.session);
  return { auth: { account_id: accountId, created, token, ...(requires ? { requires } : {}) } };
};
