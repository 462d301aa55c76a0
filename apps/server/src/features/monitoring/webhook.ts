/** Sends alert messages to the webhook: signed, in order within an episode, retried with exponential backoff. */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';

/** Time limit of a webhook request in ms. */
const ANSWER_TIMEOUT = 5_000;
/** Lease of a claimed message in ms: longer than sending AT_ONCE messages. */
const LEASE = 120_000;
const AT_ONCE = 10;
/** First and longest retry delay in ms; the delay doubles. After MAX_ATTEMPTS (over seven hours) a message is given up. */
export const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 3_600_000;
export const MAX_ATTEMPTS = 14;

/** Delay in ms after a number of attempts. */
export const retryDelay = (attempts: number): number =>
  Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));

/**
 * The `X-Rollcall-Signature` of a body: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY` with the shared secret.
 * Receivers verify the HMAC and refuse old times.
 * @param at milliseconds since 1970
 */
const signature = (secret: string, at: number, body: string): string => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

export interface WebhookParts {
  readonly db: Kysely<Database>;
  readonly webhook: { readonly url: string; readonly secret: string };
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly log: Pick<Logger, 'warn'>;
}

interface Message {
  readonly id: number;
  readonly body: Record<string, unknown>;
  readonly attempts: number;
}

/** Claims due messages. A message waits for the earlier ones of its episode. */
const claimDue = async (db: Kysely<Database>, at: number): Promise<readonly Message[]> => {
  const { rows } = await sql<Message>`
    update alert_messages set attempts = attempts + 1, next_at = ${new Date(at + LEASE)}
    where id = any (array(
      select id from alert_messages m
      where delivered_at is null and given_up_at is null
        -- After the clock was set back, next_at may lie further ahead than the longest retry.
        and (next_at <= ${new Date(at)} or next_at > ${new Date(at + LONGEST_RETRY + LEASE)})
        and not exists (
          select from alert_messages e
          where e.episode_id = m.episode_id and e.id < m.id and e.delivered_at is null and e.given_up_at is null)
      order by id limit ${AT_ONCE} for update skip locked))
    returning id, body, attempts`.execute(db);
  return [...rows].sort((a, b) => a.id - b.id);
};

/** Sends due messages. @returns the number of delivered messages */
export const deliver = async (parts: WebhookParts): Promise<number> => {
  const { db, now, log } = parts;
  let delivered = 0;
  for (const message of await claimDue(db, now())) {
    const failure = await send(parts, message);
    const at = now();
    if (failure === undefined) delivered += 1;
    else
      log.warn(
        { message: message.id, attempts: message.attempts, failure },
        'the alert webhook did not take a message',
      );
    await db
      .updateTable('alert_messages')
      .set(
        failure === undefined
          ? { delivered_at: new Date(at) }
          : message.attempts >= MAX_ATTEMPTS
            ? { given_up_at: new Date(at) }
            : { next_at: new Date(at + retryDelay(message.attempts)) },
      )
      .where('id', '=', message.id)
      .execute();
  }
  return delivered;
};

/** @returns the failure; undefined on success */
const send = async (
  { webhook, now, fetch }: WebhookParts,
  { id, body }: Message,
): Promise<string | undefined> => {
  const text = JSON.stringify({ id, ...body });
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Rollcall',
        // Constant over attempts, so that receivers can detect duplicates.
        'x-rollcall-message': String(id),
        'x-rollcall-signature': signature(webhook.secret, now(), text),
      },
      body: text,
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `status ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
