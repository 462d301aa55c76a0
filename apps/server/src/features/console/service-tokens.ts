/** Admins' calls about service tokens. */
import { createServiceToken } from '../../identity/service-tokens.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import { maskText } from '../../platform/mask.ts';
import { isNetwork } from '../../platform/network-list.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';

const DAY = 24 * 3600 * 1000;
/** How long an ended token is shown, in ms. */
export const ENDED_RETENTION = 90 * DAY;

export const serviceTokenHandlers = ({
  db,
  now,
}: Pick<ConsoleContext, 'db' | 'now'>): ConsoleHandlers<
  'listServiceTokens' | 'createServiceToken' | 'endServiceToken'
> => ({
  listServiceTokens: async () => {
    const since = new Date(now() - ENDED_RETENTION);
    const rows = await db
      .selectFrom('service_tokens')
      .select([
        'id',
        'name',
        'purpose',
        'scopes',
        'addresses',
        'per_minute',
        'created_at',
        'created_by',
        'expires_at',
        'ended_at',
        'ended_by',
        'last_used_at',
        'last_used_address',
      ])
      .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', since)]))
      .where('expires_at', '>', since)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return {
      items: rows.map(row => ({
        ...row,
        created_at: row.created_at.getTime(),
        expires_at: row.expires_at.getTime(),
        ended_at: row.ended_at?.getTime() ?? null,
        last_used_at: row.last_used_at?.getTime() ?? null,
      })),
    };
  },

  createServiceToken: ({ body, operator, audit }) => {
    const { name, purpose, scopes, days, addresses, per_minute: perMinute } = body;
    if (!addresses.every(isNetwork)) throw refuse('InvalidRequest', { data: { field: 'addresses' } });
    return transaction(db, async trx => {
      const at = now();
      const expiresAt = at + days * DAY;
      const made = await createServiceToken(trx, {
        name,
        purpose,
        scopes,
        addresses,
        perMinute,
        createdBy: operator.name,
        at,
        expiresAt,
      });
      await audit(trx, {
        subject: made.id,
        after: {
          name,
          purpose: maskText(purpose),
          scopes,
          addresses,
          per_minute: perMinute,
          expires_at: expiresAt,
        },
      });
      return { ...made, expires_at: expiresAt };
    }).catch((error: unknown) => {
      throw uniqueViolation(error) === 'service_tokens_name'
        ? refuse('Conflict', {
            message: 'A service token of this name exists; end it, or choose another name.',
            data: { field: 'name' },
          })
        : error;
    });
  },

  endServiceToken: ({ body: { id }, operator, audit }) =>
    transaction(db, async trx => {
      const row = await trx
        .selectFrom('service_tokens')
        .select(['name', 'ended_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      if (row.ended_at) throw refuse('Conflict', { message: 'This service token has ended already.' });
      await trx
        .updateTable('service_tokens')
        .set({ ended_at: new Date(now()), ended_by: operator.name })
        .where('id', '=', id)
        .execute();
      await audit(trx, { subject: id, before: { name: row.name }, after: { ended: true } });
      return {};
    }),
});
