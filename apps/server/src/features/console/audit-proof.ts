/** Writes wrong second factors into the audit log. */
import type { ConsoleInput } from '../../http/console-handler.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ConsoleContext } from './context.ts';

/** Refusals that say that a proof was wrong; any other, such as a limit, came before the proof was looked at. */
const wrong: ReadonlySet<string> = new Set([
  'CaptchaMismatch',
  'WrongTicket',
  'WrongOldPassword',
  'TooManyAttempts',
]);

/** For `.catch()`: records the refusal of a proof and throws it on. The entry is not part of the transaction that failed. */
export const auditWrongProof =
  ({ db }: Pick<ConsoleContext, 'db'>, { audit }: Pick<ConsoleInput, 'audit'>, operatorId: string) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Refusal && wrong.has(error.refusal)) {
      const operator = await db
        .selectFrom('operators')
        .select(['id', 'name'])
        .where('id', '=', operatorId)
        .executeTakeFirst();
      await audit(db, {
        act: 'operators.wrong-second-factor',
        ...(operator ? { by: operator } : {}),
        subject: operatorId,
        after: { refusal: error.refusal },
      });
    }
    throw error;
  };
