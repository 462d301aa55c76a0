/** Sends alerts' messages to the webhook: signed, in order within an episode, again and again until it takes them. */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';

/** Milliseconds that the webhook gets to answer. */
export const ANSWER_TIMEOUT = 5_000;
/** Milliseconds that whoever sends a message has it to itself: longer than all that it sends in one go. */
const LEASE = 120_000;
const AT_ONCE = 10;
/** Milliseconds until the second attempt, doubled with each up to the second; after so many it is given up (over seven hours). */
export const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 3_600_000;
export const MAX_ATTEMPTS = 14;

/** Milliseconds to wait after so many attempts. */
export const retryDelay = (attempts: number): number =>
  Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));

/**
 * The `X-Rollcall-Signature` of a body: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY` by the shared secret. Who
 * gets it compares both, and refuses a time that is long past.
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

/** Takes what is due to itself. A message waits until those before it of its episode are through. */
const claimDue = async (db: Kysely<Database>, at: number): Promise<readonly Message[]> => {
  const { rows } = await sql<Message>`
    update alert_messages set attempts = attempts + 1, next_at = ${new Date(at + LEASE)}
    where id = any (array(
      select id from alert_messages m
      where delivered_at is null and given_up_at is null
        -- A clock that was set back must not hold it for longer than the longest wait.
        and (next_at <= ${new Date(at)} or next_at > ${new Date(at + LONGEST_RETRY + LEASE)})
        and not exists (
          select from alert_messages e
          where e.episode_id = m.episode_id and e.id < m.id and e.delivered_at is null and e.given_up_at is null)
      order by id limit ${AT_ONCE} for update skip locked))
    returning id, body, attempts`.execute(db);
  return [...rows].sort((a, b) => a.id - b.id);
};

/** Sends what is due. @returns how many were delivered */
export const deliver = async (parts: WebhookParts): Promise<number> => {
  const { db, now, log } = parts;
  let delivered = 0;
  for (const message of await claimDue(db, now())) {
    const trouble = await send(parts, message);
    const at = now();
    if (trouble === undefined) delivered += 1;
    else
      log.warn(
        { message: message.id, attempts: message.attempts, trouble },
        'the alert webhook did not take a message',
      );
    await db
      .updateTable('alert_messages')
      .set(
        trouble === undefined
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

/** @returns what is wrong; undefined where it was taken */
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
        // The same for each attempt, so that what came twice can be told.
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
