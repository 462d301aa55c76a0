/** The devices that an account is signed in on. */
import { type CallName, signInMethods } from '@rollcall/contract';
import { sql } from 'kysely';
import type { Handlers } from '../../../http/handler.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { describeDevice } from '../../../platform/describe-device.ts';
import { endSessions } from '../../../identity/session-ends.ts';
import { lockSignInChanges } from '../../../identity/fresh-proof.ts';
import type { AppContext } from '../../../http/context.ts';

/** Sessions that one answer lists. */
const LISTED = 100;

export const deviceHandlers = ({ app: { db, now } }: { readonly app: Pick<AppContext, 'db' | 'now'> }) => {
  return {
    getDevices: async ({ caller }) => {
      const rows = await db
        .selectFrom('sessions')
        .select([
          'id',
          'user_agent',
          'address',
          'created_at',
          'rotated_at',
          'signed_in_with',
          'platform',
          'product',
        ])
        .where('account_id', '=', caller.accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        // this device first, also where there are more than are listed
        .orderBy(sql`id = ${caller.sessionId}`, 'desc')
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
        platform: row.platform,
        product: row.product,
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
      await db
        .updateTable('sessions')
        .set({ ended_at: new Date(now()), ended_by: 'device' })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
      return {};
    },

    endOtherDevices: ({ caller: { accountId, sessionId } }) =>
      transaction(db, async trx => {
        await lockSignInChanges(trx, accountId);
        return {
          ended: await endSessions(trx, { accountId, at: now(), by: 'device', except: sessionId }),
        };
      }),
  } satisfies Partial<Handlers<CallName>>;
};
