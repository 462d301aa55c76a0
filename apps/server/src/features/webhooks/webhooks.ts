/** Webhooks: events of accounts, told to the school's other software (docs/webhooks.md). */
import { type Kysely, sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createDeliverer, type DeliveryParts } from './deliver.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** Milliseconds for which a message is kept once it was delivered or given up, and while it waits. */
const KEPT = { ended: 30 * DAY, waiting: 90 * DAY } as const;

/** Deletes messages whose time is over, or whose endpoint is gone, and secrets that sign no more. @returns how many messages */
export const deleteOld = async (db: Kysely<Database>, at: number): Promise<number> => {
  await db
    .updateTable('webhook_endpoints')
    .set({ sealed_previous: null, previous_until: null })
    .where('previous_until', '<=', new Date(at))
    .execute();
  const [ended, waiting] = [new Date(at - KEPT.ended), new Date(at - KEPT.waiting)];
  const old = await batchDelete(
    db,
    'webhook_deliveries',
    sql`created_at < ${ended}::timestamptz and (due_at is null or created_at < ${waiting}::timestamptz)`,
  );
  const left = await batchDelete(
    db,
    'webhook_deliveries',
    sql`not exists (select from webhook_endpoints e where e.id = endpoint_id)`,
  );
  return old + left;
};

/** The jobs of webhooks. */
export const createWebhookJobs = (parts: DeliveryParts): Feature => {
  const { db } = parts;
  const deliverer = createDeliverer(parts);
  return {
    jobs: [
      {
        name: 'send webhooks',
        everyMs: SECOND,
        // The rows are claimed one by one.
        scope: 'process',
        // Does not wait: an endpoint that is slow would keep the others waiting.
        run: () => deliverer.wake(),
      },
      {
        name: 'delete old messages of webhooks',
        everyMs: HOUR,
        scope: 'installation',
        run: at => deleteOld(db, at),
      },
    ],
    close: () => deliverer.close(),
  };
};
