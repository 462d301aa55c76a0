/** Evaluates alert rules every minute, once in the installation, and sends queued messages. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { beginEpisode, endEpisode } from './alert-episodes.ts';
import { openEpisode } from './alert-rules.ts';
import type { MonitorQueries } from './queries.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import { deliver, type WebhookParts } from './webhook.ts';

const MINUTE = 60_000;
/** Interval in ms at which queued messages are sent. */
const SEND_EVERY = 15_000;

export interface AlertParts {
  readonly db: Kysely<Database>;
  readonly queries: Pick<MonitorQueries, 'measure'>;
  readonly webhook: WebhookParts['webhook'] | undefined;
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Evaluates every enabled rule once. A rule without a value or with too few samples keeps its state; `error-rate` ends its
 * episode with few samples too. Two at once agree: a change locks the rule's row and looks at its episode again.
 */
export const evaluate = async (parts: AlertParts): Promise<void> => {
  const { db, log } = parts;
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
    // Skip rules that were changed, disabled or deleted since the measurement.
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
    { name: 'evaluate alert rules', everyMs: MINUTE, scope: 'installation', run: () => evaluate(parts) },
    ...(webhook
      ? [
          {
            name: 'send alerts',
            everyMs: SEND_EVERY,
            // Each message is claimed.
            scope: 'process' as const,
            run: () => deliver({ ...parts, webhook }),
          },
        ]
      : []),
  ];
};
