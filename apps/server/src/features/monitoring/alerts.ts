/** Evaluates the rules every minute, on one server at a time, and sends what is to be told. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { beginEpisode, endEpisode } from './alert-episodes.ts';
import { openEpisode } from './alert-rules.ts';
import type { MonitorQueries } from './queries.ts';
import type { Job } from '../../platform/scheduler.ts';
import { deliver, type WebhookParts } from './webhook.ts';

const MINUTE = 60_000;
/** Milliseconds between two looks at what is to be sent. */
const SEND_EVERY = 15_000;
/** A number of our own: whoever holds this advisory lock evaluates. */
const LOCK = 7_665_527_006;

export interface AlertParts {
  readonly db: Kysely<Database>;
  readonly queries: Pick<MonitorQueries, 'measure'>;
  readonly webhook: WebhookParts['webhook'] | undefined;
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Runs `work` where no other server does the same now. The lock belongs to a connection, so a server that is killed
 * lets go of it.
 * @returns whether it ran
 */
const withLock = (db: Kysely<Database>, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async connection => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${LOCK}) as got`.execute(
      connection,
    );
    if (!rows[0]?.got) return false;
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });

/**
 * Looks at every rule once. A rule that can't be measured now, or has too few samples, stays as it is; for `error-rate`
 * few errors are good news.
 * @returns whether it was this server's turn
 */
export const evaluate = (parts: AlertParts): Promise<boolean> => {
  const { db, log } = parts;
  return withLock(db, async () => {
    const rules = await db
      .selectFrom('alert_rules')
      .selectAll()
      .where('enabled', '=', true)
      .orderBy('id')
      .execute();
    for (const rule of rules) {
      await evaluateRule(parts, rule).catch((error: unknown) =>
        log.warn({ err: error, rule: rule.id }, 'an alert rule could not be evaluated'),
      );
    }
  });
};

type Rule = Awaited<ReturnType<typeof readRule>>;
const readRule = (db: Kysely<Database>, id: number) =>
  db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const evaluateRule = async ({ db, queries, now, webhook }: AlertParts, rule: Rule): Promise<void> => {
  const at = now();
  const range = { product: rule.product, from: at - rule.window_minutes * MINUTE, to: at };
  const { value, samples } = await queries.measure(rule, range);
  const enough = samples >= rule.least;
  if (value === null || (!enough && rule.kind !== 'error-rate')) return;
  const above = enough && value > rule.threshold;
  const change = { at, value, webhook: webhook !== undefined };
  await transaction(db, async trx => {
    // What was changed, switched off or taken away in the meantime is not judged by what was measured before.
    const current = await trx
      .selectFrom('alert_rules')
      .select('changed_at')
      .where('id', '=', rule.id)
      .where('enabled', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (current?.changed_at.getTime() !== rule.changed_at.getTime()) return;
    const going = await openEpisode(trx, rule.id);
    if (above && !going) await beginEpisode(trx, rule, change);
    else if (!above && going) await endEpisode(trx, rule, going, change);
    else if (above && going && value > going.worst)
      await trx.updateTable('alert_episodes').set({ worst: value }).where('id', '=', going.id).execute();
  });
};

/** The jobs: rules are evaluated every minute, messages are sent every 15 seconds where a webhook is configured. */
export const alertJobs = (parts: AlertParts): readonly Job[] => {
  const { webhook } = parts;
  return [
    { name: 'evaluate alert rules', everyMs: MINUTE, run: () => evaluate(parts) },
    ...(webhook
      ? [{ name: 'send alerts', everyMs: SEND_EVERY, run: () => deliver({ ...parts, webhook }) }]
      : []),
  ];
};
