/** The universal code, which proves a phone number to another service. */
import type { CallName } from '@rollcall/contract';
import { transaction } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../http/handler.ts';
import type { AccountsContext } from './context.ts';

export const universalCodeHandlers = ({ app, codes, tickets }: AccountsContext) =>
  ({
    checkCommonCaptcha: async ({ body: { captcha }, identifier: { value: phone } }) => {
      await codes.check('common', phone, captcha);
      return transaction(app.db, async db => {
        await codes.consume(db, 'common', phone, captcha);
        return { ticket: await tickets.issue(db, 'common', { phone }) };
      });
    },
  }) satisfies Partial<Handlers<CallName>>;
