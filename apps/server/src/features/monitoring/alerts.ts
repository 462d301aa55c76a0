/** Evaluates alert rules every minute, once in the installation, and sends queued messages. */
import { isAbsence } from '@rollcall/contract/console';
import type { Selectable } from 'kysely';
import type { AlertRulesTable } from '../../platform/database/tables/monitoring.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { beginEpisode, endEpisode } from './alert-episodes.ts';
import { openEpisode } from './alert-rules.ts';
import type { MeasuredRule, Measurement } from './alert-measures.ts';
import type { Range } from './queries.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import { type Absences, minutesAbsent } from './absence.ts';
import { deliver, type DeliveryParts } from './alert-delivery.ts';

const MINUTE = 60_000;
/** Interval in ms at which queued messages are sent. */
const SEND_EVERY = 15_000;

export interface AlertParts extends DeliveryParts {
  readonly measure: (rule: MeasuredRule, range: Range) => Promise<Measurement>;
  readonly absences: Absences;
  /** Whether a webhook is configured. */
  readonly webhook: boolean;
}

/**
 * Evaluates every enabled rule once. With too few samples a rule does not begin an episode. A running one ends as `no-data` when
 * there are no samples at all, or too few for as long as the rule's window; `error-rate` counts none as a
 * measurement. Two concurrent ones agree: a change locks the rule's row and looks at its episode again.
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

type Rule = Selectable<AlertRulesTable>;

interface Measured {
  readonly value: number | null;
  /** Whether there were samples enough to begin an episode. */
  readonly enough: boolean;
  /** Whether the value says something about the rule; otherwise there was too little to measure. */
  readonly counts: boolean;
  readonly none: boolean;
}

/** @returns undefined where the rule keeps its state: outside of its hours, or while the event store lags behind */
const measure = async (parts: AlertParts, rule: Rule, at: number): Promise<Measured | undefined> => {
  if (isAbsence(rule.kind)) {
    const open = await parts.db
      .selectFrom('alert_episodes')
      .select(['began_at', 'threshold'])
      .where('rule_id', '=', rule.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const value = await minutesAbsent(parts.absences, { ...rule, kind: rule.kind }, at, open);
    return value === undefined ? undefined : { value, enough: true, counts: true, none: false };
  }
  const range = { product: rule.product, from: at - rule.window_minutes * MINUTE, to: at };
  const { value, samples } = await parts.measure({ ...rule, kind: rule.kind }, range);
  const enough = samples >= rule.least;
  return {
    value,
    enough,
    counts: value !== null && (enough || rule.kind === 'error-rate'),
    none: samples === 0,
  };
};

const evaluateRule = async (parts: AlertParts, rule: Rule): Promise<void> => {
  const { db, now, webhook } = parts;
  const at = now();
  const measured = await measure(parts, rule, at);
  if (!measured) return;
  const { value, enough, counts, none } = measured;
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
    if (value === null || !counts) {
      const since = at - (going?.measured_at ?? going?.began_at ?? new Date(at)).getTime();
      if (going && (none || since >= rule.window_minutes * MINUTE))
        await endEpisode(trx, rule, going, { at, value: null, webhook, by: 'no-data' });
      return;
    }
    const above = enough && value > rule.threshold;
    if (above && !going) await beginEpisode(trx, rule, { at, value, webhook });
    else if (value <= rule.threshold && going)
      await endEpisode(trx, rule, going, { at, value, webhook, by: 'resolved' });
    else if (above && going)
      await trx
        .updateTable('alert_episodes')
        .set({ worst: Math.max(going.worst, value), measured_at: new Date(at) })
        .where('id', '=', going.id)
        .execute();
  });
};

/** The jobs: rules are evaluated every minute, messages are sent every 15 seconds. */
export const alertJobs = (parts: AlertParts): readonly Job[] => [
  { name: 'evaluate alert rules', everyMs: MINUTE, scope: 'installation', run: () => evaluate(parts) },
  // Each message is claimed.
  { name: 'send alerts', everyMs: SEND_EVERY, scope: 'process', run: () => deliver(parts) },
];
