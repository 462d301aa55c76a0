/** The calls of a person who is asked for the age, and of one who waits for a guardian. */
import type { AgeState, CallName } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Handlers } from '../../../http/handler.ts';
import { phoneOf } from '../../../identity/identifiers.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { sha256 } from '../../../platform/digest.ts';
import { budgetName, spend } from '../../../platform/database/budgets.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { deriveKey, type Secret } from '../../../platform/derive-key.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { DELETION_WAIT } from '../data/deletion.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import {
  ageColumns,
  isChild,
  requirementOf,
  yearAt,
  type MinorsSettings,
} from '../../../identity/minors/age.ts';
import { setBirthYear } from '../../../identity/minors/birth-year.ts';
import { MOST_WRONG, type GuardianLinks } from './guardian-links.ts';
import type { AppContext } from '../../../http/context.ts';
import type { BirthYears } from './birth-years.ts';
import type { Sessions } from '../sessions/sessions.ts';

const DAY = 24 * 3600 * 1000;
/** Links that a pupil is given in a day: the first number may be a wrong one. */
const DAILY_LINKS = 3;
/** Years that can be tried where one was said before, and the milliseconds in which they are counted. */
const YEAR_TRIES = 3;
const YEAR_TRIES_IN = 30 * DAY;

export const pupilHandlers = (context: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly minors: MinorsSettings;
  readonly guardianLinks: GuardianLinks;
  readonly birthYears: BirthYears;
  readonly sessions: Sessions;
  readonly secret: Secret;
}) => {
  const { app, minors, guardianLinks } = context;
  const { db, now } = app;
  const budgetKey = deriveKey(context.secret, 'window counts');
  const linkBudget = (accountId: string) => ({
    name: budgetName(budgetKey, 'guardian link', accountId),
    limit: DAILY_LINKS,
    windowMs: DAY,
  });

  const ageStateOf = async (trx: Kysely<Database>, accountId: string): Promise<AgeState> => {
    const at = now();
    const account = await trx
      .selectFrom('accounts')
      .select(ageColumns)
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const child = isChild(account, at);
    const row = child
      ? await trx
          .selectFrom('guardianships')
          .select(['account_id', 'created_at', 'phone', 'link', 'link_hash', 'due_at', 'erase_at'])
          .where('account_id', '=', accountId)
          .executeTakeFirst()
      : undefined;
    const known = row && account.guarded_at === null ? await consentedNumber(trx, row) : undefined;
    const next = row && (await nextLinkOf(trx, linkBudget(accountId).name, at));
    return {
      asks: requirementOf(minors, account, at) === 'age',
      birth_year: account.birth_year,
      child,
      guardian: row
        ? {
            consented: account.guarded_at !== null,
            refused: row.phone === null && row.link > 0,
            withdrawn: known !== undefined && known === row.phone && row.link_hash === null,
            phone_number: row.phone === null ? null : maskPhone(row.phone),
            code: row.link_hash === null ? null : guardianLinks.code(row),
            next_at: next ?? null,
            due_at: row.due_at?.getTime() ?? null,
            erase_at: row.erase_at?.getTime() ?? null,
          }
        : null,
    };
  };

  /** @throws the refusal IllegalOperation for an account that waits for no guardian */
  const checkWaiting = async (trx: Kysely<Database>, accountId: string): Promise<void> => {
    const account = await trx
      .selectFrom('accounts')
      .select(ageColumns)
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (requirementOf(minors, account, now()) !== 'guardian') throw refuse('IllegalOperation');
  };

  /** After a consent in this guardianship, and while a guardian deletes the account, no other number comes in the guardian's place. */
  const checkOther = async (
    trx: Kysely<Database>,
    accountId: string,
    phone: string,
    guardianship: { readonly created_at: Date; readonly erase_at: Date | null },
  ): Promise<void> => {
    const known = await consentedNumber(trx, {
      account_id: accountId,
      created_at: guardianship.created_at,
    });
    if (guardianship.erase_at || (known !== undefined && known !== phone)) throw refuse('IllegalOperation');
  };

  return {
    getAge: ({ caller }) => ageStateOf(db, caller.accountId),

    setAge: async ({ body: { birth_year: year }, caller, language }) => {
      const state = await transaction(db, async trx => {
        const at = now();
        const { accountId } = caller;
        // For every year, so that the question tells nothing: a stolen token must not lock its owner out.
        await requireFreshProof(trx, caller, at);
        if (year > yearAt(at)) throw refuse('FutureDate', { data: { field: 'birth_year' } });
        const account = await trx
          .selectFrom('accounts')
          .select('birth_year')
          .where('id', '=', accountId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (account.birth_year !== null && account.birth_year !== year) throw refuse('AgeAlreadySet');
        if (account.birth_year === null) {
          const before = await context.birthYears.of(trx, accountId, at);
          if (before) {
            // Right ones count too: somebody who got the number later must not find out a child's year.
            const name = `said year|${before.name.toString('base64url')}`;
            await spend(trx, [{ name, limit: YEAR_TRIES, windowMs: YEAR_TRIES_IN }], at, 'TooManyAttempts');
            // A refusal would put the try back.
            if (before.year !== year) return undefined;
          }
          const set = await setBirthYear(trx, minors, { accountId, year, from: 'person', language, at });
          if (set.began) await notifyAccount(trx, { accountId, kind: 'guardian-needed', language, at });
        }
        return ageStateOf(trx, accountId);
      });
      if (!state) throw refuse('AgeAlreadySet');
      return state;
    },

    askGuardian: ({ body, identifier, caller, language }) =>
      transaction(db, async trx => {
        const at = now();
        const { accountId } = caller;
        await requireFreshProof(trx, caller, at);
        await checkWaiting(trx, accountId);
        const guardianship = await trx
          .selectFrom('guardianships')
          .select(['phone', 'created_at', 'link_hash', 'link_at', 'wrong_codes', 'erase_at'])
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        const phone =
          body.phone_number === undefined
            ? await consentedNumber(trx, { account_id: accountId, created_at: guardianship.created_at })
            : identifier.value;
        if (phone === undefined) throw refuse('InvalidPhoneNumber');
        if ((await phoneOf(trx, accountId)) === phone)
          throw refuse('IllegalOperation', { data: { field: 'phone_number' } });
        await checkOther(trx, accountId, phone, guardianship);
        // The link that its owner has been sent stays good: another message would not come within the day.
        const { link_hash, link_at, wrong_codes } = guardianship;
        const live = link_hash !== null && wrong_codes < MOST_WRONG && (link_at?.getTime() ?? 0) > at - DAY;
        if (guardianship.phone === phone && live) return ageStateOf(trx, accountId);
        await spend(trx, [linkBudget(accountId)], at, 'TooManyAttempts');
        const name = await trx
          .updateTable('guardianships')
          .set(eb => ({
            phone,
            link: eb('link', '+', 1),
            link_at: new Date(at),
            wrong_codes: 0,
            language,
            // Whether it is sent depends on whose number it is: that is found out later, so that this answer does not tell.
            send_at: new Date(at),
            send_attempts: 0,
          }))
          .where('account_id', '=', accountId)
          .returning(['account_id', 'created_at', 'link'])
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('guardianships')
          .set({ link_hash: sha256(guardianLinks.token(name)) })
          .where('account_id', '=', accountId)
          .execute();
        return ageStateOf(trx, accountId);
      }),

    withdrawSignUp: ({ caller }) =>
      transaction(db, async trx => {
        const at = now();
        const { accountId } = caller;
        await requireFreshProof(trx, caller, at);
        await checkWaiting(trx, accountId);
        const { created_at: born } = await trx
          .selectFrom('accounts')
          .select('created_at')
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow();
        // An account that has been used waits as long as any other that its person deletes.
        const due = new Date(at + (born.getTime() > at - DAY ? 0 : DELETION_WAIT));
        await trx
          .updateTable('accounts')
          // An earlier request stays.
          .set({ deletion_due_at: sql<Date>`least(deletion_due_at, ${due}::timestamptz)` })
          .where('id', '=', accountId)
          .execute();
        await context.sessions.endAll(trx, accountId, 'deletion');
        return {};
      }),
  } satisfies Partial<Handlers<CallName>>;
};

/** The number that consented last in this guardianship; undefined: none did. */
const consentedNumber = async (
  db: Kysely<Database>,
  { account_id, created_at }: { readonly account_id: string; readonly created_at: Date },
): Promise<string | undefined> => {
  const known = await db
    .selectFrom('guardian_decisions')
    .select('phone')
    .where('account_id', '=', account_id)
    .where('decision', '=', 'consent')
    .where('decided_at', '>=', created_at)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return known?.phone ?? undefined;
};

/** When the next link can be asked for; undefined: now. @param budget the name of its budget */
const nextLinkOf = async (db: Kysely<Database>, budget: string, at: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('budgets')
    .select(['spent', 'ends_at'])
    .where('name', '=', budget)
    .where('ends_at', '>', new Date(at))
    .executeTakeFirst();
  return row && row.spent >= DAILY_LINKS ? row.ends_at.getTime() : undefined;
};
