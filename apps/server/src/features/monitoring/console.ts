/** Operators' calls about monitoring. */
import {
  type AlertDefaults,
  MONITOR_DAYS,
  type MonitorConsoleCalls,
  SCOPE_DAYS,
} from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { Database } from '../../platform/database/schema.ts';
import { spend } from '../../platform/database/budgets.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { maskText } from '../../platform/mask.ts';
import { refuse } from '../../platform/refusal.ts';
import type { QueryOptions } from '../../events/store/query-client.ts';
import type { Measured } from '../../events/store/query-metrics.ts';
import { QueryQueueFull, QueryCancelled, StoreUnavailable } from '../../events/store/errors.ts';
import {
  auditedFields,
  changeRule,
  createRule,
  deleteRule,
  listEpisodes,
  listRules,
  readRule,
} from './alert-rules.ts';
import { testMessage } from './alert-message.ts';
import type { AlertReceivers } from './alert-receivers.ts';
import { findGroup, listProducts, setGroupStatus } from './error-groups.ts';
import { groupCounts } from './group-counts.ts';
import { setGroupNote } from './group-note.ts';
import { findGroups } from './group-search.ts';
import { busiest, calls, group, groupsOnPages, type QueryContext, resources, vitals } from './queries.ts';
import { vitalTrend } from './vital-trend.ts';

/** `retry_after` in seconds when the event store is busy. */
const RETRY = 3;
const DAY = 86_400_000;
/** Tests of one receiver in a minute, by all servers: they come on top of its alerts, and the vendors of bots take 20. */
const TESTS_A_MINUTE = 3;
const productCursor = v.tuple([v.string()]);

/**
 * Runs a query that `signal` cancels. Errors of a busy, stopped or unavailable event store become the refusal TooBusy.
 * @throws the signal's reason if it cancelled the query
 */
const withStoreRefusals = async <T>(
  signal: AbortSignal,
  run: (options: QueryOptions) => Promise<T>,
): Promise<T> => {
  try {
    return await run({ signal });
  } catch (error) {
    if (error instanceof QueryCancelled && error.why === 'caller') signal.throwIfAborted();
    const data = { retry_after: RETRY };
    if (error instanceof QueryCancelled) {
      throw refuse('TooBusy', { message: 'This took too long and was stopped; ask for fewer days.', data });
    }
    if (error instanceof QueryQueueFull || error instanceof StoreUnavailable) {
      throw refuse('TooBusy', { message: 'The event store has no time now; ask again in a moment.', data });
    }
    throw error;
  }
};

/** @throws the refusal TooManyAttempts */
const countTest = (db: Kysely<Database>, channel: number | null, at: number) =>
  transaction(db, trx =>
    spend(
      trx,
      [{ name: `alert test|${channel ?? 'webhook'}`, limit: TESTS_A_MINUTE, windowMs: 60_000 }],
      at,
      'TooManyAttempts',
    ),
  );

export const monitorHandlers = ({
  db,
  now,
  queries,
  measured = (_, run) => run(),
  webhook,
  origins,
  receivers,
  defaults,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly queries: QueryContext;
  /** Counts a query in `/metrics`, by its name there. */
  readonly measured?: Measured;
  /** Whether a webhook is configured. */
  readonly webhook: boolean;
  /** Origins that webhooks of channels may have. */
  readonly origins: readonly string[];
  readonly receivers: AlertReceivers;
  /** The newest ones, whenever they are read. */
  readonly defaults: AlertDefaults;
}): ConsoleHandlers<keyof MonitorConsoleCalls> => {
  const ask = <Found>(
    name: string,
    signal: AbortSignal,
    query: (options: QueryOptions) => Promise<Found>,
  ): Promise<Found> => withStoreRefusals(signal, options => measured(name, () => query(options)));
  return {
    getMonitorScope: async ({ signal }) => {
      const to = now() + 1;
      const product = await ask('busiest', signal, options =>
        busiest(queries, { from: to - SCOPE_DAYS * DAY, to }, options),
      );
      return { product: product ?? null };
    },
    listMonitorProducts: async ({ query: { limit, cursor, search = '' }, cursors }) => {
      const list = cursors();
      const [after] = list.read(productCursor, cursor) ?? [''];
      const found = await listProducts(db, { search, after, limit: limit + 1 });
      return list.pageOf(
        found,
        limit,
        product => [product],
        product => product,
      );
    },
    getCallHealth: ({ query, signal }) => ask('calls', signal, options => calls(queries, query, options)),
    getVitals: ({ query, signal }) => ask('vitals', signal, options => vitals(queries, query, options)),
    getVitalTrend: ({ query, signal }) =>
      ask('vitalTrend', signal, options => vitalTrend(queries, query, options)),
    getResourceFailures: ({ query, signal }) =>
      ask('resources', signal, options => resources(queries, query, options)),
    listErrorGroups: ({ query, signal, cursors }) => {
      const to = now();
      const range = { product: query.product, from: to - MONITOR_DAYS * DAY, to: to + 1 };
      const onPages = (word: string) =>
        ask('groupsOnPages', signal, options => groupsOnPages(queries, { word, ...range }, options));
      return findGroups(db, query, cursors(query.sort, query.order), onPages, to);
    },
    getErrorCounts: ({ query, signal }) =>
      ask('groupCounts', signal, options => groupCounts(queries, { ...query, now: now() }, options)),
    getErrorGroup: async ({ query: { id, from, to }, signal }) => {
      const [detail, series] = await Promise.all([
        findGroup(db, id, now()),
        ask('group', signal, options => group(queries, { id, from, to }, options)),
      ]);
      if (!detail) throw refuse('NotFound');
      return { ...detail, ...series };
    },
    setErrorGroupNote: ({ body: { id, note, noted_at: seen }, operator, audit }) =>
      transaction(db, async trx => {
        const changed = await setGroupNote(trx, id, { note, seen, by: operator.name, at: now() });
        await audit(trx, {
          subject: id,
          before: { note: changed.before === null ? null : maskText(changed.before) },
          after: { note: note === '' ? null : maskText(note) },
        });
        return changed.group;
      }),
    setErrorGroupStatus: ({ body: { id, status }, audit }) =>
      transaction(db, async trx => {
        const changed = await setGroupStatus(trx, id, status, now());
        if (!changed) throw refuse('NotFound');
        await audit(trx, { subject: id, before: { status: changed.before }, after: { status } });
        return changed.group;
      }),
    listAlertRules: async ({ operator }) => ({
      rules: await listRules(db),
      defaults: { ...defaults },
      webhook,
      // Admins alone add webhooks, and hosts of the school's network may be among them.
      origins: operator.role === 'admin' ? [...origins] : [],
    }),
    createAlertRule: ({ body, audit }) =>
      transaction(db, async trx => {
        const rule = await createRule(trx, body, now());
        await audit(trx, { subject: String(rule.id), after: auditedFields(rule) });
        return rule;
      }),
    changeAlertRule: ({ body, audit }) =>
      transaction(db, async trx => {
        const { before, after } = await changeRule(trx, body, now(), webhook);
        await audit(trx, {
          subject: String(after.id),
          before: auditedFields(before),
          after: auditedFields(after),
        });
        return after;
      }),
    deleteAlertRule: ({ query: { id }, audit }) =>
      transaction(db, async trx => {
        const rule = await deleteRule(trx, id);
        await audit(trx, { subject: String(id), before: auditedFields(rule) });
        return {};
      }),
    testAlertRule: async ({ body: { id }, audit }) => {
      const rule = await readRule(db, id);
      if (rule.channel === null && !webhook) {
        throw refuse('IllegalOperation', {
          message: 'The rule has no channel, and ROLLCALL_ALERT_WEBHOOK_URL is not set.',
        });
      }
      await countTest(db, rule.channel, now());
      const failure = (await receivers.send(rule.channel, testMessage(now(), rule))) ?? null;
      await transaction(db, trx => audit(trx, { subject: String(id), after: { failure } }));
      return { failure };
    },
    listAlertChannels: async () => ({ channels: await receivers.list() }),
    createAlertChannel: ({ body, language, audit }) =>
      transaction(db, async trx => {
        const channel = await receivers.create(trx, { ...body, language: body.language ?? language });
        const { name, kind, hint, language: written } = channel;
        await audit(trx, { subject: String(channel.id), after: { name, kind, hint, language: written } });
        return channel;
      }),
    changeAlertChannel: ({ body, audit }) =>
      transaction(db, async trx => {
        const { before, after } = await receivers.change(trx, body);
        const said = ({ name, language }: typeof after) => ({ name, language });
        await audit(trx, { subject: String(body.id), before: said(before), after: said(after) });
        return after;
      }),
    deleteAlertChannel: ({ query: { id }, audit }) =>
      transaction(db, async trx => {
        const { name, kind, hint } = await receivers.remove(trx, id);
        await audit(trx, { subject: String(id), before: { name, kind, hint } });
        return {};
      }),
    testAlertChannel: async ({ body: { id }, audit }) => {
      if (id === null && !webhook) {
        throw refuse('IllegalOperation', { message: 'ROLLCALL_ALERT_WEBHOOK_URL is not set.' });
      }
      if (id !== null && !(await receivers.list()).some(channel => channel.id === id))
        throw refuse('NotFound');
      await countTest(db, id, now());
      const failure = (await receivers.send(id, testMessage(now()))) ?? null;
      await transaction(db, trx =>
        audit(trx, { subject: id === null ? 'webhook' : String(id), after: { failure } }),
      );
      return { failure };
    },
    listAlertEpisodes: async ({ query }) => ({ episodes: await listEpisodes(db, query.product) }),
  };
};
