/**
 * Delivers events to the endpoints. Triggers write a row for each endpoint in the transaction that makes the event
 * (`0100_webhooks.sql`); here they are sent by the outbox: in order for each account, each endpoint by itself.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { deliverDue, type Outbox } from '../../platform/database/outbox.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { receiverFetch } from '../../platform/receiver-fetch.ts';
import { receiverAddress } from '../../platform/signed-post.ts';
import { networkReason, tracedRequest } from '../../platform/vendor-http.ts';
import { signedHeaders } from './secrets.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds for an answer: less than the first wait, so that no other process sends a message that is under way. */
const ANSWER_TIMEOUT = 10 * SECOND;
/** Milliseconds from the first try to the last. */
export const TRIED_FOR = 72 * HOUR;
const EARLY = [
  ...[0.5, 1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 4, 8, 12, 12, 12, 12].map(hours => hours * HOUR),
];
/** Milliseconds between tries; the last one is TRIED_FOR after the first. */
export const WAITS: readonly number[] = [...EARLY, TRIED_FOR - EARLY.reduce((sum, wait) => sum + wait, 0)];
/** Messages that are sent to one endpoint concurrently, each of another account. */
const LANES = 4;
/** Milliseconds by which a row may be due in future: the longest wait, and some. */
const LATEST = 13 * HOUR;

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly account_id: string | null;
  readonly data: object;
  readonly created_at: Date;
  /** The next try, once claimed. */
  readonly due_at: Date;
  readonly attempts: number;
}

/** Queues an alert, in the transaction that pauses the endpoint. */
export type OnPaused = (
  db: Kysely<Database>,
  endpoint: { readonly id: string; readonly name: string; readonly hours: number },
  at: number,
) => Promise<void>;

export interface DeliveryParts {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  /** Opens the secrets. */
  readonly key: Buffer;
  readonly origins: readonly string[];
  /** The person as the API shows them; null: there is none. */
  readonly personOf: (accountId: string) => Promise<object | null>;
  readonly onPaused: OnPaused;
}

export interface Deliverer {
  /** Begins to send what is due, at each endpoint, beside what is being sent; does not wait for its answers. */
  wake(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Sends no more; resolves when what is under way has ended. */
  close(): Promise<void>;
}

/** What is being sent to an endpoint. */
interface Run {
  /** One failure ends it: where nobody answers, thousands of messages would wait for as many timeouts. */
  failed: boolean;
  readonly lanes: Set<Promise<void>>;
}

/** The result of a try: the status, or why there was no answer. */
type Outcome =
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: string };

const outboxOf = (endpointId: string): Outbox<Delivery> => ({
  table: 'webhook_deliveries',
  key: 'id',
  dueAt: 'due_at',
  attempts: 'attempts',
  latest: LATEST,
  waits: WAITS,
  only: sql`
    endpoint_id = ${endpointId}::uuid
    and exists (select from webhook_endpoints e where e.id = endpoint_id and e.paused_at is null)
    and not exists (
      select from webhook_deliveries earlier
      where earlier.account_id = webhook_deliveries.account_id and earlier.endpoint_id = webhook_deliveries.endpoint_id
        and earlier.place < webhook_deliveries.place and earlier.due_at is not null)`,
});

export const createDeliverer = (parts: DeliveryParts): Deliverer => {
  const { db, now, log, key, origins, personOf, onPaused } = parts;
  const running = new Map<string, Run>();
  let closed = false;

  const bodyOf = async (personal: boolean, delivery: Delivery): Promise<string> => {
    const { type, account_id: accountId, data, created_at: at } = delivery;
    const about =
      accountId === null
        ? {}
        : {
            account_id: accountId,
            ...data,
            ...(personal ? { person: await personOf(accountId) } : {}),
          };
    return JSON.stringify({ type, timestamp: at.toISOString(), data: about });
  };

  const post = async (endpointId: string, delivery: Delivery): Promise<Outcome> => {
    const none = (failure: string): Outcome => ({ status: null, failure });
    // Read for each message: a secret that is replaced signs nothing more.
    const endpoint = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'url', 'personal', 'sealed_secret', 'sealed_previous', 'previous_until'])
      .where('id', '=', endpointId)
      .executeTakeFirst();
    if (!endpoint) return none('deleted');
    // The configuration may have changed since.
    const url = receiverAddress(endpoint.url, origins);
    if (url === undefined) return none('origin');
    const body = await bodyOf(endpoint.personal, delivery);
    const headers = signedHeaders(key, endpoint, { id: delivery.id, body, at: now() });
    if (!headers) return none('secret');
    try {
      const answer = await tracedRequest('POST', url, () =>
        receiverFetch(url, {
          method: 'POST',
          signal: AbortSignal.timeout(ANSWER_TIMEOUT),
          headers: { 'content-type': 'application/json', 'user-agent': 'Rollcall', ...headers },
          body,
        }),
      );
      return { status: answer.status, failure: null };
    } catch (error) {
      return none(networkReason(error));
    }
  };

  /** Records a try, unless the delivery was deleted meanwhile. */
  const record = (delivery: Delivery, outcome: Outcome, began: number, took: number, taken: boolean) =>
    transaction(db, async trx => {
      const found = await trx
        .selectFrom('webhook_deliveries')
        .select('attempts')
        .where('id', '=', delivery.id)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return;
      await trx
        .insertInto('webhook_tries')
        .values({ delivery_id: delivery.id, at: new Date(began), ...outcome, duration_ms: Math.round(took) })
        .execute();
      // Fewer attempts: an operator wants it sent again.
      if (!taken || found.attempts < delivery.attempts) return;
      await trx
        .updateTable('webhook_deliveries')
        .set({ due_at: null, delivered_at: new Date(now()), given_up_at: null })
        .where('id', '=', delivery.id)
        .execute();
    });

  const giveUp = (endpointId: string, delivery: Delivery) =>
    transaction(db, async trx => {
      const at = now();
      const given = await trx
        .updateTable('webhook_deliveries')
        .set({ due_at: null, given_up_at: new Date(at) })
        .where('id', '=', delivery.id)
        .where('attempts', '=', delivery.attempts)
        .where('due_at', 'is not', null)
        .returning('id')
        .executeTakeFirst();
      if (!given) return;
      const paused = await trx
        .updateTable('webhook_endpoints')
        .set({ paused_at: new Date(at), paused_by: null })
        .where('id', '=', endpointId)
        .where('paused_at', 'is', null)
        .returning(['id', 'name'])
        .executeTakeFirst();
      if (!paused) return;
      log.warn({ webhook: paused.id }, 'a webhook took no message for three days, and is paused');
      await onPaused(trx, { ...paused, hours: TRIED_FOR / HOUR }, at);
    });

  const sendTo = async (endpointId: string, run: Run): Promise<void> => {
    const stop = () => run.failed || closed;
    const delivery = {
      stop,
      send: async (row: Delivery): Promise<boolean> => {
        const [began, start] = [now(), performance.now()];
        const outcome = await post(endpointId, row);
        const taken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
        await record(row, outcome, began, performance.now() - start, taken);
        run.failed ||= !taken;
        return taken;
      },
      giveUp: (row: Delivery) => giveUp(endpointId, row),
    };
    while (!stop() && (await deliverDue(db, outboxOf(endpointId), now(), delivery)) > 0);
  };

  /** Opens the lanes that are over while others wait for an answer: what is new does not wait for them. */
  const begin = (id: string): void => {
    const run = running.get(id) ?? { failed: false, lanes: new Set() };
    running.set(id, run);
    while (run.lanes.size < LANES) {
      const lane = sendTo(id, run)
        .catch((error: unknown) => log.warn({ err: error, webhook: id }, 'events could not be sent'))
        .finally(() => {
          run.lanes.delete(lane);
          if (run.lanes.size === 0) running.delete(id);
        });
      run.lanes.add(lane);
    }
  };

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all([...running.values()].flatMap(({ lanes }) => [...lanes]));
  };

  return {
    wake: async () => {
      if (closed) return;
      const at = now();
      const { rows } = await sql<{ id: string }>`
        select id from webhook_endpoints e where paused_at is null and exists (
          select from webhook_deliveries where endpoint_id = e.id
            and (due_at <= ${new Date(at)} or due_at > ${new Date(at + LATEST)}))`.execute(db);
      for (const { id } of rows) begin(id);
    },
    idle,
    close: () => {
      closed = true;
      return idle();
    },
  };
};
