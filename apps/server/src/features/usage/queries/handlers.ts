/** Operators' calls about usage: each runs its query; an overloaded or unavailable store is a refusal. */
import type { UsageConsoleCalls } from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  QueryQueueFull,
  QueryCancelled,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import type { UsageQueries } from './queries.ts';

const productCursor = v.tuple([v.string()]);

/** Seconds of Retry-After. */
const RETRY = 3;

const refusalOf = (error: unknown, log: Pick<FastifyBaseLogger, 'error'>): unknown => {
  const data = { retry_after: RETRY };
  if (error instanceof QueryQueueFull) {
    return refuse('TooBusy', {
      message: 'Too many queries are running; try again in a moment.',
      data,
    });
  }
  if (error instanceof QueryCancelled) {
    return refuse('TooBusy', {
      message: 'This query took too long and was cancelled; choose fewer days.',
      data,
    });
  }
  if (error instanceof StoreUnavailable) {
    return refuse('TooBusy', { message: 'The event store is not there now; ask again in a moment.', data });
  }
  if (error instanceof StoreDamaged) {
    log.error({ err: error }, 'the event store cannot be opened');
    return refuse('TooBusy', {
      message: "The event store can't be opened; the server's log says why.",
      data,
    });
  }
  return error;
};

/**
 * Runs a query that the input's signal cancels.
 * @throws the signal's reason if it cancelled the query
 */
const answered = async <T>(
  { log, signal }: { readonly log: Pick<FastifyBaseLogger, 'error'>; readonly signal: AbortSignal },
  run: (options: QueryOptions) => Promise<T>,
): Promise<T> => {
  try {
    return await run({ signal });
  } catch (error) {
    if (error instanceof QueryCancelled && error.why === 'caller') signal.throwIfAborted();
    throw refusalOf(error, log);
  }
};

export const usageQueryHandlers = (queries: UsageQueries): ConsoleHandlers<keyof UsageConsoleCalls> => ({
  getUsageScope: input => answered(input, options => queries.scope(options)),
  listUsageProducts: async input => {
    const { limit, cursor, search = '' } = input.query;
    const list = input.cursors();
    const [after] = list.read(productCursor, cursor) ?? [''];
    const found = await answered(input, options =>
      queries.listProducts({ search, after, limit: limit + 1 }, options),
    );
    return list.pageOf(
      found,
      limit,
      product => [product],
      product => product,
    );
  },
  getUsageTrend: input => answered(input, options => queries.trend(input.query, options)),
  getUsageLive: input => answered(input, options => queries.live(input.query, options)),
  getUsageUsers: input => answered(input, options => queries.users(input.query, options)),
  getUsageFunnel: input => answered(input, options => queries.funnel(input.query, options)),
  getUsageRetention: input => answered(input, options => queries.retention(input.query, options)),
  getUsageTime: input => answered(input, options => queries.timeSpent(input.query, options)),
  getUsagePaths: input => answered(input, options => queries.paths(input.query, options)),
  getUsageHeatmap: input => answered(input, options => queries.heatmap(input.query, options)),
  listUsageKeys: input =>
    answered(input, options =>
      queries.keys({ ...input.query, masked: input.operator.role === 'viewer' }, options),
    ),
  listUsageProperties: input => answered(input, options => queries.properties(input.query, options)),
});
