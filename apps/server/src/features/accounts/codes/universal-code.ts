/** The universal code, which proves a phone number to a site's own server. */
import { type CallName, fields, headers } from '@rollcall/contract';
import { transaction } from '../../../platform/database/transaction.ts';
import { createWindowCounts } from '../../../platform/database/window-counts.ts';
import { deriveKey, type Secret } from '../../../platform/derive-key.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Handlers } from '../../../http/handler.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Codes } from './codes.ts';
import type { Tickets } from '../../../identity/tickets.ts';

/** Tickets, right or wrong, that a service may bring in a minute. */
export const SPENDS_A_MINUTE = 6_000;
const MINUTE = 60_000;
/** Names the counts of those tickets. */
export const SPENDS = 'service spends';

/** The product that a page names itself as; undefined where it names none that is well formed. */
const pidOf = (given: string | undefined): string | undefined =>
  given !== undefined && fields.PID.test(given) ? given : undefined;

export const universalCodeHandlers = ({
  app: { db, now },
  codes,
  tickets,
  secret,
}: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly codes: Codes;
  readonly tickets: Tickets;
  readonly secret: Secret;
}) => {
  const key = deriveKey(secret, 'window counts');
  const spends = createWindowCounts({ db, now, key, use: SPENDS, windowMs: MINUTE });
  return {
    checkCommonCaptcha: async ({ body: { captcha: code }, identifier: { value: phone }, header }) => {
      const pid = pidOf(header(headers.pid));
      await codes.check('common', phone, code);
      return transaction(db, async trx => {
        await codes.consume(trx, 'common', phone, code);
        return { ticket: await tickets.issue(trx, 'common', { phone, ...(pid && { pid }) }) };
      });
    },

    spendCommonTicket: async ({ body: { ticket }, service: { pid } }) => {
      const [count = 0] = await spends.add([pid]);
      if (count > SPENDS_A_MINUTE) throw refuse('TooManyAttempts', { data: { retry_after: 60 } });
      // One statement: of many that bring the ticket concurrently, one gets the number. A ticket for another product
      // is left
      // to the service of that product.
      const subject = await tickets.consume(db, 'common', ticket, { pid });
      if (!subject) throw refuse('WrongTicket');
      return { phone_number: subject.phone };
    },
  } satisfies Partial<Handlers<CallName>>;
};
