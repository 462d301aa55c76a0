/**
 * Setting up a second factor during a sign-in, for people without one at a pid that requires it: the ticket of the second
 * step stores the factor, and its successor, which comes with the recovery codes, begins the session.
 */
import type { CallName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Handlers, Input } from '../../../http/handler.ts';
import type { WithFactor } from '../../../identity/second-factor/factor-changes.ts';
import type { Guesses } from '../../../identity/second-factor/guesses.ts';
import type { TicketSubjects } from '../../../identity/tickets.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockSignInChanges } from '../../../identity/fresh-proof.ts';
import { tellChange } from '../notices/take-back.ts';
import { pageOf, stepBinding } from '../../../identity/second-factor/relying-party.ts';
import {
  type EntranceContext,
  enterProved,
  passwordDigest,
  passwordOf,
  signedInAs,
} from '../sign-in/entrance.ts';

/** Wrong codes that a ticket takes. */
const MOST_WRONG = 10;

type Step = TicketSubjects['second-step'];

export interface SetUpContext extends EntranceContext {
  /** The name of this installation in authenticator apps. */
  readonly site: string;
}

export const secondStepSetUpHandlers = (context: SetUpContext) => {
  const { app, tickets, secondFactors, sessions } = context;

  /** The step of an account that has no second factor. @throws the refusal WrongTicket */
  const stepOf = async (ticket: string) => {
    const step = await tickets.look('second-step', ticket);
    const owner = { kind: 'account', id: step?.accountId ?? '' } as const;
    if (!step || (await secondFactors.has(app.db, owner))) throw refuse('WrongTicket');
    return { step, owner };
  };

  const labelOf = async (accountId: string): Promise<string> => {
    const { nickname } = await app.db
      .selectFrom('accounts')
      .select('nickname')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    return nickname;
  };

  /** The password may have been changed or reset since, because another person knew it. */
  const checkPassword = async (db: Kysely<Database>, { accountId, password }: Step): Promise<void> => {
    const account = await passwordOf(db, accountId);
    if (!account || passwordDigest(account.password_hash) !== password) throw refuse('WrongTicket');
  };

  const guessesOf = (ticket: string): Guesses => ({
    count: async () => {
      if (!(await tickets.countGuess('second-step', ticket, MOST_WRONG))) throw refuse('WrongTicket');
    },
    missed: async () => {},
    clear: async () => {},
  });

  /** Runs `add`, which stores the factor with the work it is given; answers the recovery codes and the next ticket. */
  const setUp = async (
    ticket: string,
    { language }: Pick<Input, 'language'>,
    factor: 'totp' | 'passkey',
    add: (work: WithFactor) => Promise<string[] | null>,
  ) => {
    let next = '';
    const codes = await add(async (db, { id, first }) => {
      const step = await tickets.consume(db, 'second-step', ticket);
      if (!step || !first) throw refuse('WrongTicket');
      await checkPassword(db, step);
      const { accountId } = step;
      // Sessions that were begun without a second factor.
      await sessions.endAll(db, accountId, 'second-factor');
      await tellChange(db, {
        accountId,
        kind: 'second-factor-on',
        details: { factor },
        language,
        at: app.now(),
      });
      next = await tickets.issue(db, 'second-step-set-up', { ...step, factor: id });
    });
    return { recovery_codes: codes ?? [], ticket: next };
  };

  return {
    startStepTotp: async ({ body: { ticket } }) => {
      const { owner } = await stepOf(ticket);
      const names = { issuer: context.site, label: await labelOf(owner.id) };
      return secondFactors.startTotp(owner, stepBinding(ticket), names);
    },

    addStepTotp: async input => {
      const { step_ticket: step, ticket, code } = input.body;
      const { owner } = await stepOf(step);
      const given = { binding: stepBinding(step), ticket, code };
      return setUp(step, input, 'totp', work => secondFactors.addTotp(owner, given, work, guessesOf(step)));
    },

    startStepPasskey: async ({ body: { ticket }, header }) => {
      const { owner } = await stepOf(ticket);
      const place = { binding: stepBinding(ticket), page: pageOf({ header }) };
      return secondFactors.startPasskey(owner, place, await labelOf(owner.id));
    },

    addStepPasskey: async input => {
      const { step_ticket: step, ...given } = input.body;
      const { owner } = await stepOf(step);
      const place = { binding: stepBinding(step), page: pageOf(input) };
      return setUp(step, input, 'passkey', work => secondFactors.addPasskey(owner, place, given, work));
    },

    finishSetUp: async ({ body: { ticket }, ip, userAgent, client, language }) => {
      const { accountId } = (await tickets.look('second-step-set-up', ticket)) ?? {};
      if (accountId === undefined) throw refuse('WrongTicket');
      const { session, created } = await transaction(app.db, async db => {
        // Locks the account before the ticket, in the same order as the calls that end its sessions.
        await lockSignInChanges(db, accountId);
        const step = await tickets.consume(db, 'second-step-set-up', ticket);
        if (!step) throw refuse('WrongTicket');
        await checkPassword(db, step);
        const { pid, ids, method, created, factor } = step;
        // It may have been removed since, because another person had set it up.
        if (!(await secondFactors.hasThis(db, { kind: 'account', id: accountId }, factor)))
          throw refuse('WrongTicket');
        const entrance = { accountId, pid, ids, ip, userAgent, client, language, method, proved: true };
        return { session: await enterProved(context, db, entrance), created };
      });
      return signedInAs(context, session, created);
    },
  } satisfies Partial<Handlers<CallName>>;
};
