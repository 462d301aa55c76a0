/** Evaluates alerts on saved questions: each hour, day or week once it has ended and its events are loaded. */
import {
  type AlertProblem,
  type AlertCondition,
  figureUnit,
  type Question,
  type QuestionAlert,
  readQuestion,
  usageLagShown,
} from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { QuestionAlertsTable } from '../../../platform/database/tables/usage-kept.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Job } from '../../../platform/jobs/scheduler.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { AskQuestion } from '../questions/handlers.ts';
import { daysEarlier, type Finished, finishedBy } from '../questions/period.ts';
import { figureOf, figureQuestion, hasFigure, isCount, isOfOwnField, settlingTime } from './figure.ts';

const MINUTE = 60_000;
/** Milliseconds after the end of a period in which events of it may still come from browsers. */
export const GRACE = 10 * MINUTE;
/** Milliseconds after that in which they have to be loaded. */
const LOADED_WITHIN = 2 * 3_600_000;
/** Milliseconds until the next try of an alert that failed. */
const RETRY = 5 * MINUTE;
/** A question that was asked in vain is asked again after twice as long each time, up to this. */
const LONGEST_RETRY = { hour: 60 * MINUTE, day: 24 * 60 * MINUTE, week: 24 * 60 * MINUTE } as const;
/** Failed tries in a row until it is said that the alert can't be evaluated. */
export const TRIES = 3;
const DAYS_BEFORE = 7;

/** What a message says of an alert; its channel null: the configured webhook. */
export interface ToldAlert {
  readonly id: string;
  readonly name: string;
  readonly channel: number | null;
  readonly state: 'firing' | 'resolved' | 'changed' | 'unevaluated';
  readonly began_at: number;
  readonly ended_at: number | null;
  readonly value: number | null;
  readonly threshold: number;
  readonly question: Pick<
    QuestionAlert,
    'condition' | 'unit' | 'every' | 'from' | 'to' | 'before' | 'problem'
  > & {
    readonly id: string;
    readonly name: string;
    readonly template: string | null;
  };
}

/** Queues a message within the transaction that changes the alert's state. */
export type TellAlert = (trx: Transaction<Database>, alert: ToldAlert, at: number) => Promise<void>;

export interface WatchParts {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly ask: AskQuestion;
  /** Milliseconds by which the event store lags behind the reports; rejects where it is not known. */
  readonly lag: () => Promise<number>;
  readonly tell: TellAlert;
}

export type AlertRow = Selectable<QuestionAlertsTable> & {
  readonly text: string;
  readonly question: string;
  readonly template: string | null;
};

const time = (at: Date | null): number | null => at?.getTime() ?? null;

/** @param row with what was evaluated, if it was */
export const toldOf = (row: AlertRow, state: ToldAlert['state'], at: number): ToldAlert => {
  const { question } = readQuestion(row.text);
  return {
    id: row.id,
    name: row.name,
    channel: row.channel_id,
    state,
    began_at: time(row.since) ?? at,
    ended_at: state === 'resolved' || state === 'changed' ? at : null,
    value: row.value,
    threshold: row.threshold,
    question: {
      id: row.question_id,
      name: row.question,
      template: row.template,
      condition: row.condition,
      unit: question ? figureUnit(question, row.series) : 'number',
      every: row.every,
      from: time(row.measured_from),
      to: time(row.measured_to),
      before: row.before,
      problem: row.problem,
    },
  };
};

/**
 * Whether an alert fires at a figure; undefined: there is too little to say it.
 * @param before the figure seven days before
 * @param counted whether the figure counts something, so that 0 is nothing
 */
export const fires = (
  { condition, threshold, least }: { condition: AlertCondition; threshold: number; least: number },
  value: number | null,
  before: number | null,
  counted: boolean,
): boolean | undefined => {
  if (condition === 'no-data') return value === null || (counted && value === 0);
  if (value === null) return undefined;
  if (condition === 'above') return value > threshold;
  if (condition === 'below') return value < threshold;
  if (before === null) return undefined;
  // A share of decimals: 70 is 30 % below 100.
  return before > 0 && before >= least && before - value >= before * threshold * (1 - 1e-9);
};

/** Alerts that are due, with their questions. */
const due = (db: Kysely<Database>, at: number) =>
  db
    .selectFrom('question_alerts as a')
    .innerJoin('usage_questions as q', 'q.id', 'a.question_id')
    .selectAll('a')
    .select(['q.question as text', 'q.name as question', 'q.template'])
    .where('a.enabled', '=', true)
    .where('a.next_at', '<=', new Date(at))
    .orderBy('a.next_at')
    .orderBy('a.id')
    .execute();

/** Evaluates what is due. @param closing the rest is left for the next run */
export const evaluateAlerts = async (parts: WatchParts, closing?: AbortSignal): Promise<void> => {
  const signal = closing ?? new AbortController().signal;
  for (const row of await due(parts.db, parts.now())) {
    if (signal.aborted) return;
    await evaluate(parts, row, signal);
  }
};

interface Outcome {
  readonly value: number | null;
  readonly before: number | null;
  /** Whether the alert fires; undefined: there is too little to say it. */
  readonly firing: boolean | undefined;
}

const evaluate = async (parts: WatchParts, row: AlertRow, signal: AbortSignal): Promise<void> => {
  const { now, log } = parts;
  const { question } = readQuestion(row.text);
  if (!question || !hasFigure(question, row.series, row.every)) return failed(parts, row, 'changed', true);
  if (isOfOwnField(question)) return failed(parts, row, 'own-field', true);
  try {
    const settling = settlingTime(question);
    // A zone that there is not is refused.
    const ended = (by: number) => finishedBy(row.every, question.zone, by - settling);
    // A question that was given another zone has an earlier end; a period is evaluated once.
    const isDone = ({ to }: Finished) =>
      row.measured_to !== null && row.problem === null && to <= row.measured_to.getTime();
    const latest = ended(now() - GRACE);
    if (isDone(latest)) return await later(parts, row, latest.next + settling + GRACE);
    // Known before the question is asked, so that the answer has all that was loaded until then.
    const lag = await parts.lag().catch(() => undefined);
    if (lag === undefined) return await failed(parts, row, 'behind', false);
    const loaded = now() - lag;
    const isLoaded = lag < usageLagShown || loaded >= latest.to + settling;
    if (!isLoaded && lag > GRACE + LOADED_WITHIN) return await failed(parts, row, 'behind', true);
    const finished = isLoaded ? latest : ended(loaded);
    if (isDone(finished)) return await later(parts, row, now() + MINUTE);
    const outcome = await measure(parts, row, question, finished, signal);
    await settled(parts, row, finished, finished.next + settling + GRACE, outcome);
  } catch (error) {
    if (signal.aborted) return;
    const name = error instanceof Refusal ? error.refusal : undefined;
    if (name === 'InvalidRequest') return failed(parts, row, 'too-large', true);
    if (name === 'NotFound') return failed(parts, row, 'cohort-gone', true);
    log.warn({ err: error, alert: row.id }, 'an alert on a question could not be evaluated');
    return failed(parts, row, 'busy', false);
  }
};

const measure = async (
  { ask, log }: WatchParts,
  row: AlertRow,
  question: Question,
  finished: Finished,
  signal: AbortSignal,
): Promise<Outcome> => {
  const figure = async (of: Finished): Promise<number | null> => {
    // As a viewer is answered, since viewers read the figure and channels get it.
    const { answer } = await ask(figureQuestion(question, row.every, of), { log, signal }, true);
    return figureOf(answer, row.series, row.every === 'hour' ? of.point : undefined);
  };
  const value = await figure(finished);
  const before =
    row.condition === 'dropped' ? await figure({ ...finished, ...daysEarlier(finished, DAYS_BEFORE) }) : null;
  return { value, before, firing: fires(row, value, before, isCount(question, row.series)) };
};

/** Changes an alert that is as it was read; one that was changed or evaluated meanwhile is left as it is. */
const change = (
  { db }: WatchParts,
  row: AlertRow,
  run: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> =>
  transaction(db, async trx => {
    const current = await trx
      .selectFrom('question_alerts')
      .select(['revision', 'next_at'])
      .where('id', '=', row.id)
      .where('enabled', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (current?.revision === row.revision && current.next_at.getTime() === row.next_at.getTime())
      await run(trx);
  });

type Changes = Partial<
  Pick<
    AlertRow,
    | 'state'
    | 'fired'
    | 'since'
    | 'measured_from'
    | 'measured_to'
    | 'value'
    | 'before'
    | 'problem'
    | 'tries'
    | 'next_at'
  >
>;
const put = (trx: Transaction<Database>, { id }: AlertRow, changes: Changes) =>
  trx.updateTable('question_alerts').set(changes).where('id', '=', id).execute();

const later = (parts: WatchParts, row: AlertRow, next: number): Promise<void> =>
  change(parts, row, async trx => void (await put(trx, row, { next_at: new Date(next) })));

const settled = (
  parts: WatchParts,
  row: AlertRow,
  finished: Finished,
  next: number,
  { value, before, firing }: Outcome,
): Promise<void> =>
  change(parts, row, async trx => {
    const at = parts.now();
    // What can't be said leaves an alert firing, and another one without a state.
    const fired = firing ?? row.fired;
    const state = fired ? 'firing' : firing === undefined ? 'waiting' : 'ok';
    const moved = state !== row.state;
    const changes = {
      state,
      fired,
      since: moved ? new Date(at) : row.since,
      measured_from: new Date(finished.from),
      measured_to: new Date(finished.to),
      value,
      before,
      problem: null,
      tries: 0,
    } as const;
    await put(trx, row, { ...changes, next_at: new Date(next) });
    if (!moved) return;
    const after = { ...row, ...changes };
    if (firing) await parts.tell(trx, toldOf(after, 'firing', at), at);
    else if (state === 'ok' && (row.fired || row.state === 'failing'))
      await parts.tell(trx, { ...toldOf(after, 'resolved', at), began_at: time(row.since) ?? at }, at);
  });

/** @param lasting whether the next try would fail as well */
const failed = (parts: WatchParts, row: AlertRow, problem: AlertProblem, lasting: boolean): Promise<void> =>
  change(parts, row, async trx => {
    const at = parts.now();
    const tries = row.tries + 1;
    const failing = lasting || tries >= TRIES;
    const moved = failing && row.state !== 'failing';
    const since = moved ? new Date(at) : row.since;
    const asked = problem === 'too-large' || problem === 'busy';
    const wait = failing && asked ? Math.min(LONGEST_RETRY[row.every], RETRY * 2 ** (tries - 1)) : RETRY;
    await put(trx, row, {
      problem,
      tries,
      since,
      ...(failing ? { state: 'failing' as const } : {}),
      next_at: new Date(at + wait),
    });
    if (moved) await parts.tell(trx, toldOf({ ...row, problem, since }, 'unevaluated', at), at);
  });

/** The job that evaluates alerts on questions. */
export const watchJob = (parts: WatchParts): Job => ({
  name: 'evaluate alerts on questions',
  everyMs: MINUTE,
  scope: 'installation',
  run: (_, closing) => evaluateAlerts(parts, closing),
});
