/** Admins' calls about webhooks. */
import { randomUUID } from 'node:crypto';
import type { WebhookEventName, WebhookSettings } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import { maskText } from '../../platform/mask.ts';
import { refuse } from '../../platform/refusal.ts';
import { receiverAddress } from '../../platform/signed-post.ts';
import { deliveryHandlers } from './console-deliveries.ts';
import { newSecret, OVERLAP, sealSecret } from './secrets.ts';

/** An event is written for each of them in the transaction that makes it. */
const MOST = 20;

export interface WebhookConsoleParts {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  /** Seals the secrets. */
  readonly key: Buffer;
  readonly origins: readonly string[];
}

export type WebhookConsoleCall =
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'renewWebhookSecret'
  | 'pauseWebhook'
  | 'resumeWebhook'
  | 'testWebhook'
  | 'deleteWebhook'
  | 'listWebhookDeliveries'
  | 'resendWebhook';

/** Locked; without keeping off what writes events. @throws the refusal NotFound */
const lockWebhook = async (trx: Kysely<Database>, id: string) => {
  const row = await trx
    .selectFrom('webhook_endpoints')
    .select(['id', 'name', 'url', 'events', 'personal', 'paused_at', 'sealed_secret'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('NotFound');
  return row;
};

/** For the audit log: a path may have a secret of the receiver's. */
const facts = ({
  name,
  url,
  events,
  personal,
}: Omit<WebhookSettings, 'events'> & { events: readonly string[] }) => ({
  name,
  url: maskText(new URL(url).origin),
  events,
  personal,
});

const named = (error: unknown): unknown =>
  uniqueViolation(error) === 'webhook_endpoints_name'
    ? refuse('Conflict', { message: 'A webhook of this name exists.', data: { field: 'name' } })
    : error;

export const webhookHandlers = (parts: WebhookConsoleParts): ConsoleHandlers<WebhookConsoleCall> => {
  const { db, now, key, origins } = parts;

  const checked = ({ name, url, events, personal }: WebhookSettings) => {
    const address = receiverAddress(url, origins);
    if (address === undefined)
      throw refuse('InvalidRequest', {
        message: 'The origin of the address is none of ROLLCALL_WEBHOOK_ORIGINS.',
        data: { field: 'url' },
      });
    return { name, url: address, events: [...events], personal };
  };

  return {
    ...deliveryHandlers({ db, now }),

    listWebhooks: async () => {
      const at = now();
      const rows = await db
        .selectFrom('webhook_endpoints as e')
        .select([
          'id',
          'name',
          'url',
          'events',
          'personal',
          'created_at',
          'created_by',
          'secret_at',
          'previous_until',
          'paused_at',
          'paused_by',
          sql<number>`(select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.due_at is not null)`.as(
            'waiting',
          ),
        ])
        .orderBy('name')
        .execute();
      return {
        origins: [...origins],
        items: rows.map(row => ({
          ...row,
          events: row.events as WebhookEventName[],
          created_at: row.created_at.getTime(),
          secret_at: row.secret_at.getTime(),
          previous_until:
            row.previous_until && row.previous_until.getTime() > at ? row.previous_until.getTime() : null,
          paused_at: row.paused_at?.getTime() ?? null,
        })),
      };
    },

    createWebhook: ({ body, operator, audit }) =>
      transaction(db, async trx => {
        const settings = checked(body);
        const { count } = await trx
          .selectFrom('webhook_endpoints')
          .select(eb => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= MOST)
          throw refuse('IllegalOperation', {
            message: `There are ${MOST} webhooks, which is as many as there may be.`,
          });
        const id = randomUUID();
        const secret = newSecret();
        const at = new Date(now());
        await trx
          .insertInto('webhook_endpoints')
          .values({
            ...settings,
            id,
            sealed_secret: sealSecret(key, id, secret),
            secret_at: at,
            created_at: at,
            created_by: operator.name,
          })
          .execute();
        await audit(trx, { subject: id, after: facts(settings) });
        return { id, secret };
      }).catch((error: unknown) => {
        throw named(error);
      }),

    changeWebhook: ({ body: { id, ...body }, audit }) =>
      transaction(db, async trx => {
        const settings = checked(body);
        const before = await lockWebhook(trx, id);
        await trx.updateTable('webhook_endpoints').set(settings).where('id', '=', id).execute();
        await audit(trx, { subject: id, before: facts(before), after: facts(settings) });
        return {};
      }).catch((error: unknown) => {
        throw named(error);
      }),

    renewWebhookSecret: ({ body: { id, overlap }, audit }) =>
      transaction(db, async trx => {
        const { name, sealed_secret: before } = await lockWebhook(trx, id);
        const secret = newSecret();
        const at = now();
        await trx
          .updateTable('webhook_endpoints')
          .set({
            sealed_secret: sealSecret(key, id, secret),
            secret_at: new Date(at),
            sealed_previous: overlap ? before : null,
            previous_until: overlap ? new Date(at + OVERLAP) : null,
          })
          .where('id', '=', id)
          .execute();
        await audit(trx, { subject: id, after: { name, overlap } });
        return { secret };
      }),

    pauseWebhook: ({ body: { id }, operator, audit }) =>
      transaction(db, async trx => {
        const { name, paused_at: paused } = await lockWebhook(trx, id);
        if (paused) throw refuse('Conflict', { message: 'This webhook is paused already.' });
        await trx
          .updateTable('webhook_endpoints')
          .set({ paused_at: new Date(now()), paused_by: operator.name })
          .where('id', '=', id)
          .execute();
        await audit(trx, { subject: id, after: { name } });
        return {};
      }),

    resumeWebhook: ({ body: { id, again }, audit }) =>
      transaction(db, async trx => {
        const { name, paused_at: paused } = await lockWebhook(trx, id);
        if (!paused) throw refuse('Conflict', { message: 'This webhook is not paused.' });
        await trx
          .updateTable('webhook_endpoints')
          .set({ paused_at: null, paused_by: null })
          .where('id', '=', id)
          .execute();
        // Three more days for each; what was not tried yet has them, and may be as much as three months wrote.
        await trx
          .updateTable('webhook_deliveries')
          .set({ due_at: sql<Date>`'epoch'`, attempts: 0, given_up_at: null })
          .where('endpoint_id', '=', id)
          .where('attempts', '>', 0)
          .where(again ? sql<boolean>`delivered_at is null` : sql<boolean>`due_at is not null`)
          .execute();
        await audit(trx, { subject: id, after: { name, again } });
        return {};
      }),

    testWebhook: ({ body: { id }, audit }) =>
      transaction(db, async trx => {
        const { name, paused_at: paused } = await lockWebhook(trx, id);
        if (paused) throw refuse('Conflict', { message: 'This webhook is paused; resume it first.' });
        const made = await trx
          .insertInto('webhook_deliveries')
          .values({ endpoint_id: id, type: 'webhook.test', account_id: null, data: '{}' })
          .returning('id')
          .executeTakeFirstOrThrow();
        await audit(trx, { subject: id, after: { name } });
        return made;
      }),

    deleteWebhook: ({ body: { id }, audit }) =>
      transaction(db, async trx => {
        const before = await lockWebhook(trx, id);
        await trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
        // Its messages, which may be many, are found through it alone; the cleanup deletes them in batches.
        await audit(trx, { subject: id, before: facts(before) });
        return {};
      }),
  };
};
