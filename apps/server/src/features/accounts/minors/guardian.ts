/** The calls of a guardian, who has no account: by the link of a message, or by a code to the number. */
import type { CallName, UsageJob } from '@rollcall/contract';
import type { Handlers } from '../../../http/handler.ts';
import { sha256 } from '../../../platform/digest.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readAccountData, spendExport } from '../data/account-data.ts';
import { childUntilDay, type MinorsSettings } from '../../../identity/minors/age.ts';
import { decide, recordDecision, type DecisionContext } from './guardian-decisions.ts';
import { childrenOf, type Guardian, lockPupil } from './guardianships.ts';
import { MOST_WRONG } from './guardian-links.ts';
import type { Codes } from '../codes/codes.ts';
import type { Tickets } from '../../../identity/tickets.ts';
import type { Secret } from '../../../platform/derive-key.ts';
import type { messageWords } from '../../../messages/words.ts';

export interface GuardianContext extends DecisionContext {
  /** Begins an export of the events that a pupil's pages reported. @returns the path of its file, and earlier exports */
  readonly exportUsage:
    | ((accountId: string) => Promise<{ readonly link: string; readonly jobs: readonly UsageJob[] }>)
    | undefined;
  readonly codes: Codes;
  readonly minors: MinorsSettings;
  readonly tickets: Tickets;
  readonly secret: Secret;
  readonly words: typeof messageWords;
}

export const guardianHandlers = (context: GuardianContext) => {
  const { app, codes, guardianLinks, minors, tickets } = context;
  const { db, now } = app;

  const guardianOf = async (ticket: string): Promise<Guardian> => {
    const guardian = await tickets.look('guardian', ticket);
    if (!guardian) throw refuse('WrongTicket');
    return guardian;
  };

  return {
    openGuardianLink: async ({ body: { token, captcha: code, language }, language: accepted }) => {
      const at = now();
      // The row's lock puts guesses in an order: no more than five are compared.
      const found = await db
        .updateTable('guardianships')
        .set(eb => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
        .where('link_hash', '=', sha256(token))
        .where('phone', 'is not', null)
        .where('wrong_codes', '<', MOST_WRONG)
        .returning(['account_id', 'created_at', 'link', 'phone'])
        .executeTakeFirst();
      if (!found || found.phone === null) throw refuse('LinkInvalid');
      if (!guardianLinks.isCode(found, code)) throw refuse('CaptchaMismatch');
      const guardian = { phone: found.phone, accountId: found.account_id };
      return transaction(db, async trx => {
        // A right guess does not count.
        await trx
          .updateTable('guardianships')
          .set(eb => ({ wrong_codes: eb('wrong_codes', '-', 1) }))
          .where('account_id', '=', found.account_id)
          .where('link', '=', found.link)
          .execute();
        const children = await childrenOf(trx, guardian, { at, language: language ?? accepted });
        // The person is of age by now, or the account is gone.
        if (children.length === 0) throw refuse('LinkInvalid');
        // Its owner answered: other pupils' messages are counted from none again.
        await trx
          .updateTable('guardian_numbers')
          .set({ sent: 0 })
          .where('number', 'in', guardianLinks.numbers(guardian.phone))
          .execute();
        return { ticket: await tickets.issue(trx, 'guardian', guardian), children };
      });
    },

    openGuardian: async ({ body: { captcha: code, language }, identifier, language: accepted }) => {
      const guardian = { phone: identifier.value };
      await codes.check('guardian', guardian.phone, code);
      return transaction(db, async trx => {
        await codes.consume(trx, 'guardian', guardian.phone, code);
        return {
          ticket: await tickets.issue(trx, 'guardian', guardian),
          children: await childrenOf(trx, guardian, { at: now(), language: language ?? accepted }),
        };
      });
    },

    decideForChild: async ({ body, ip, userAgent, language, header }) => {
      const guardian = await guardianOf(body.ticket);
      const request = { ...body, accountId: body.account_id, ip, userAgent, cookie: header('cookie') };
      await transaction(db, trx =>
        decide(context, trx, guardian, { ...request, language: body.language ?? language }),
      );
      const view = { at: now(), language: body.language ?? language };
      return { children: await childrenOf(db, guardian, view) };
    },

    correctChild: async ({ body, language, ip, userAgent, header }) => {
      const guardian = await guardianOf(body.ticket);
      const { fullname, birthday } = body;
      await transaction(db, async trx => {
        const at = now();
        const pupil = await lockPupil(trx, guardian, body.account_id, at);
        if (!pupil) throw refuse('WrongTicket');
        if (pupil.guarded_at === null) throw refuse('IllegalOperation');
        if (birthday !== undefined && birthday * 1000 > at)
          throw refuse('FutureDate', { data: { field: 'birthday' } });
        const year = birthday === undefined ? pupil.birth_year : new Date(birthday * 1000).getUTCFullYear();
        // A mistyped year must not end the guardianship.
        if (birthday !== undefined && year !== pupil.birth_year && childUntilDay(birthday, minors.age) <= at)
          throw refuse('InvalidBirthday', { data: { field: 'birthday' } });
        const changes = {
          ...(fullname === undefined ? {} : { fullname: fullname || null }),
          ...(birthday === undefined
            ? {}
            : {
                birthday,
                birth_year: year,
                birth_year_from: 'guardian' as const,
                child_until: new Date(childUntilDay(birthday, minors.age)),
              }),
        };
        if (Object.keys(changes).length === 0) return;
        await trx.updateTable('accounts').set(changes).where('id', '=', pupil.id).execute();
        const request = { accountId: pupil.id, ip, userAgent, cookie: header('cookie') };
        await recordDecision(context, trx, guardian, { ...request, decision: 'correct' }, { agreements: [] });
      });
      const view = { at: now(), language: body.language ?? language };
      return { children: await childrenOf(db, guardian, view) };
    },

    exportChildData: async ({ body, language }) => {
      const guardian = await guardianOf(body.ticket);
      const at = now();
      const children = await childrenOf(db, guardian, { at, language });
      const child = children.find(({ account_id: id }) => id === body.account_id);
      if (!child) throw refuse('WrongTicket');
      if (!child.known) throw refuse('IllegalOperation');
      await transaction(db, trx => spendExport(trx, context.secret, `guardian|${child.account_id}`, at));
      const reader = guardian.phone;
      const data = await readAccountData(db, child.account_id, {
        language: body.language ?? language,
        at,
        words: context.words,
        reader,
      });
      const usage = await context.exportUsage?.(child.account_id);
      return { ...data, usage_jobs: [...(usage?.jobs ?? [])], usage_link: usage?.link ?? '' };
    },
  } satisfies Partial<Handlers<CallName>>;
};
