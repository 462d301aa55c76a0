/** Operators' calls about their own sessions and password. */
import { describeDevice } from '../../platform/describe-device.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { endLinks } from './one-time-links.ts';
import { checkPassword, normalisePassword } from './operator-names.ts';
import type { ConsoleContext } from './context.ts';

type OwnCall =
  | 'getOperator'
  | 'signOutOperator'
  | 'changeOperatorPassword'
  | 'listOwnSessions'
  | 'endOwnSession'
  | 'endOwnOtherSessions';

export const ownSessionHandlers = (context: ConsoleContext): ConsoleHandlers<OwnCall> => {
  const { db, passwords, loginThrottle, sessions } = context;

  return {
    getOperator: async ({ operator: { id, name, role } }) => ({ id, name, role }),

    signOutOperator: async ({ operator, audit, setSession }) => {
      await transaction(db, async trx => {
        await sessions.end(trx, operator.id, { only: operator.sessionId });
        await audit(trx, { subject: operator.id });
      });
      setSession(null);
      return {};
    },

    changeOperatorPassword: async ({ body, operator, ip, audit, concerns }) => {
      concerns(operator.id);
      const password = normalisePassword(body.password);
      checkPassword(operator.name, password);
      const key = { kind: 'username', value: `OPERATOR CHANGE ${operator.id}` } as const;
      const changed = await loginThrottle.run({ identity: key }, async () => {
        const { password_hash: old } = await db
          .selectFrom('operators')
          .select('password_hash')
          .where('id', '=', operator.id)
          .executeTakeFirstOrThrow();
        if ((await passwords.check(old, normalisePassword(body.old_password), ip)) === 'wrong')
          return undefined;
        const hash = await passwords.hash(password, ip);
        return transaction(db, async trx => {
          // Of two concurrent changes the second updates no row.
          const { numUpdatedRows } = await trx
            .updateTable('operators')
            .set({ password_hash: hash })
            .where('id', '=', operator.id)
            .where('password_hash', '=', old)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) return undefined;
          await endLinks(trx, operator.id);
          await sessions.end(trx, operator.id, { but: operator.sessionId });
          await audit(trx, { subject: operator.id });
          return true;
        });
      });
      if (!changed) throw refuse('WrongOldPassword');
      return {};
    },

    listOwnSessions: async ({ operator }) => {
      const rows = await sessions.list(operator.id);
      return rows.map(
        ({ created_at: createdAt, last_used_at: lastUsedAt, user_agent: userAgent, ...row }) => {
          const { browser, system } = describeDevice(userAgent);
          return {
            ...row,
            browser,
            system,
            created_at: createdAt.getTime(),
            last_used_at: lastUsedAt.getTime(),
            expires_at: createdAt.getTime() + sessions.life,
            current: row.id === operator.sessionId,
          };
        },
      );
    },

    endOwnSession: async ({ body, operator, audit, setSession }) => {
      await transaction(db, async trx => {
        if ((await sessions.end(trx, operator.id, { only: body.id })) === 0) throw refuse('NotFound');
        await audit(trx, { subject: operator.id });
      });
      if (body.id === operator.sessionId) setSession(null);
      return {};
    },

    endOwnOtherSessions: async ({ operator, audit }) =>
      transaction(db, async trx => {
        const ended = await sessions.end(trx, operator.id, { but: operator.sessionId });
        await audit(trx, { subject: operator.id, after: { ended } });
        return { ended };
      }),
  };
};
