/** The devices that an account is signed in on. */
import { type CallName, signInMethods } from '@rollcall/contract';
import type { Handlers } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import { describeDevice } from '../../identity/describe-device.ts';
import type { AccountsContext } from './context.ts';

/** Sessions that one answer lists. */
const LISTED = 100;

export const deviceHandlers = ({ app: { db, now } }: AccountsContext) => {
  const running = (accountId: string) =>
    db
      .updateTable('sessions')
      .set({ ended_at: new Date(now()) })
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null);

  return {
    getDevices: async ({ caller }) => {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'address', 'created_at', 'rotated_at', 'signed_in_with'])
        .where('account_id', '=', caller.accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .orderBy('rotated_at', 'desc')
        .orderBy('id')
        .limit(LISTED)
        .execute();
      return rows.map(row => ({
        id: row.id,
        current: row.id === caller.sessionId,
        ...describeDevice(row.user_agent),
        address: row.address,
        method: signInMethods.find(method => method === row.signed_in_with) ?? null,
        created_at: row.created_at.getTime(),
        last_used_at: row.rotated_at.getTime(),
      }));
    },

    endDevice: async ({ body: { id }, caller }) => {
      const found = await db
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', id)
        .where('account_id', '=', caller.accountId)
        .executeTakeFirst();
      if (!found) throw refuse('InvalidRequest', { data: { field: 'id' } });
      await running(caller.accountId).where('id', '=', id).execute();
      return {};
    },

    endOtherDevices: async ({ caller }) => {
      const { numUpdatedRows } = await running(caller.accountId)
        .where('id', '!=', caller.sessionId)
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      return { ended: Number(numUpdatedRows) };
    },
  } satisfies Partial<Handlers<CallName>>;
};
