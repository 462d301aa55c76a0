/**
 * A change of how a person signs in sends messages to the previous number and address, with a link that for 72 hours
 * takes back the change and all later ones, and ends every session.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Caller } from '../../../http/handler.ts';
import type { Language } from '../../../http/language.ts';
import { identifiersOf } from '../../../identity/identifiers.ts';
import type { PastIdentifiers } from '../../../identity/past-identifiers.ts';
import { endSessions } from '../../../identity/session-ends.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import type { NoticeDetails } from '../../../messages/notices.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { lockPerson } from '../../../identity/identities.ts';
import { proves } from '../proof/proof-ways.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { latestUse } from './sign-in-factors.ts';
import { readSignInState, restoreSignInState, type SignInState } from './sign-in-state.ts';

/** Milliseconds in which a change can be taken back. */
export const TAKE_BACK_LIFE = 72 * 3600 * 1000;
/** Bytes of a token, in base64url short enough for a variable of a text message's template. */
const TOKEN = 12;

export interface Change {
  readonly caller: Pick<Caller, 'accountId' | 'sessionId'>;
  readonly kind: NoticeKind;
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What the message names; a number or an address only masked. */
  readonly details?: NoticeDetails;
  /** What there was before, where it was read earlier in the transaction. @default what there is */
  readonly before?: SignInState;
}

/** After these changes another person may have a session by the previous number, address or password. */
const endsOthers = (kind: NoticeKind): boolean => /^(?:phone|email|password)-/.test(kind);

/**
 * Begins a change of how a person signs in: to be called in the transaction of the change, and before the change unless
 * `before` is given. Checks the fresh proof, stores the previous state, writes the messages to the previous recipients,
 * and ends the account's other sessions if number, address or password change.
 * @throws the refusals ProofRequired and TokenInvalid.
 */
export const beginChange = async (db: Kysely<Database>, change: Change): Promise<void> => {
  const { caller, kind, at } = change;
  const { accountId, sessionId } = caller;
  await requireFreshProof(db, caller, at);
  await tellChange(db, { ...change, accountId });
  if (!endsOthers(kind)) return;
  await endSessions(db, {
    accountId,
    at,
    by: kind.startsWith('password') ? 'password' : 'changed',
    except: sessionId,
  });
};

/**
 * Stores the state before a change of how a person signs in, and writes the messages to the previous recipients, with the link that
 * takes the change back. To be called in the transaction of the change, which holds the account's row, and before the change
 * unless `before` is given. For a change within a sign-in, which has no session yet; others call `beginChange`.
 */
export const tellChange = async (
  db: Kysely<Database>,
  {
    accountId,
    kind,
    language,
    at,
    details = {},
    before: read,
  }: Omit<Change, 'caller'> & { readonly accountId: string },
): Promise<void> => {
  const before = read ?? (await readSignInState(db, accountId));
  const token = randomBytes(TOKEN).toString('base64url');
  await db
    .insertInto('take_backs')
    .values({
      id: randomUUID(),
      account_id: accountId,
      token_hash: sha256(token),
      before: JSON.stringify(before),
      created_at: new Date(at),
      expires_at: new Date(at + TAKE_BACK_LIFE),
    })
    .execute();
  const message = { accountId, kind, language, at, details };
  const takeBack = `/take-back/${token}`;
  const { created_at: born } = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  // A link goes only to what proves: a thief who bound their own address must not take the person's repair back.
  const recipients = before.identifiers.flatMap(({ kind: of, value: to, created_at }) =>
    of === 'username'
      ? []
      : [
          {
            recipient: { channel: of === 'phone' ? 'sms' : 'email', to } as const,
            ...(proves(new Date(created_at), born, at) ? { takeBack } : {}),
          },
        ],
  );
  for (const recipient of recipients) await notifyAccount(db, { ...message, ...recipient });
  if (recipients.length === 0) await notifyAccount(db, { ...message, takeBack });
};

export interface TakeBacks {
  /** What the link would put back, and what there is now; undefined where the link was used or is over. */
  look(token: string): Promise<{ readonly before: SignInState; readonly now: SignInState } | undefined>;
  /**
   * Takes the change back, with all that was changed after it, and ends every session.
   * @returns what another account has by now, and so did not come back; undefined where the link was used or is over
   */
  take(token: string, language: Language): Promise<readonly string[] | undefined>;
  /**
   * As `take`, for a change of the account at the time `changedAt`, whose person proved who they are. A password that has replaced
   * another one stays.
   * @throws the refusals ProofRequired and TokenInvalid
   */
  takeOwn(
    caller: Pick<Caller, 'accountId' | 'sessionId'>,
    changedAt: Date,
    language: Language,
  ): Promise<readonly string[] | undefined>;
}

export const createTakeBacks = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly sessions: Sessions;
  readonly pastIdentifiers: Pick<PastIdentifiers, 'remember'>;
}): TakeBacks => {
  const { db, now, sessions, pastIdentifiers } = deps;

  const running = (trx: Kysely<Database>) =>
    trx
      .selectFrom('take_backs')
      .select(['id', 'account_id', 'before', 'created_at'])
      .where('expires_at', '>', new Date(now()));
  const find = (trx: Kysely<Database>, token: string) =>
    running(trx).where('token_hash', '=', sha256(token)).executeTakeFirst();

  const restore = async (
    trx: Kysely<Database>,
    found: Awaited<ReturnType<typeof find>>,
    language: Language,
    own?: Pick<Caller, 'accountId' | 'sessionId'>,
  ): Promise<readonly string[] | undefined> => {
    if (!found) return undefined;
    const { account_id: accountId, created_at: since } = found;
    const before = found.before as SignInState;
    // In the order of a binding and a sign-in: the person, then the account.
    for (const { unionid, ...identity } of before.identities)
      await lockPerson(trx, { ...identity, ...(unionid === null ? {} : { unionid }) });
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
    if (own) await requireFreshProof(trx, own, now());
    // Of two concurrent calls the second finds none, and with a change go the links of those after it, which a thief
    // may have.
    const used = await trx
      .deleteFrom('take_backs')
      .where('account_id', '=', accountId)
      .where('created_at', '>=', since)
      .returning(['id', 'before'])
      .execute();
    if (!used.some(({ id }) => id === found.id)) return undefined;
    await sessions.endAll(trx, accountId, own ? 'changed' : 'link');
    await trx.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
    const later = used.map(row => row.before as SignInState);
    const state = before.factors
      ? {
          ...before,
          factors: latestUse(
            before.factors,
            later.flatMap(({ factors }) => factors ?? []),
          ),
        }
      : before;
    const had = await identifiersOf(trx, accountId);
    const lost = await restoreSignInState(trx, accountId, state, {
      since: since.getTime(),
      earliestDeletion: now() + TAKE_BACK_LIFE,
      keepsPassword: own !== undefined,
    });
    const has = await identifiersOf(trx, accountId);
    const identifiers = had.filter(
      ({ kind, value }) => kind !== 'username' && !has.some(one => one.kind === kind && one.value === value),
    );
    await pastIdentifiers.remember(trx, { accountId, identifiers, at: now() });
    await notifyAccount(trx, { accountId, kind: 'change-taken-back', language, at: now() });
    return lost;
  };

  return {
    look: async token => {
      const row = await find(db, token);
      return row && { before: row.before as SignInState, now: await readSignInState(db, row.account_id) };
    },

    take: (token, language) => transaction(db, async trx => restore(trx, await find(trx, token), language)),

    takeOwn: (caller, changedAt, language) =>
      transaction(db, async trx => {
        const found = await running(trx)
          .where('account_id', '=', caller.accountId)
          .where('created_at', '=', changedAt)
          .executeTakeFirst();
        if (!found) await requireFreshProof(trx, caller, now());
        // The proof is checked under the locks, in their order.
        return restore(trx, found, language, caller);
      }),
  };
};
