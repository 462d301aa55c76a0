/** Operators' calls about usage: each runs its query; an overloaded or unavailable store is a refusal. */
import { type UsageConsoleCalls, usageLagShown } from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  QueryQueueFull,
  QueryCancelled,
  QueryTooLong,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import type { Measured } from '../../../events/store/query-metrics.ts';
import { heatmap } from './heatmap.ts';
import { keys, listProducts, properties, scope } from './keys.ts';
import { live } from './live.ts';
import type { QueryContext } from './statements.ts';

const productCursor = v.tuple([v.string()]);

/** Seconds of Retry-After. */
const RETRY = 3;

/** @param until until when events are loaded, where many wait; what loads them is what a query waits for */
const refusalOf = (error: unknown, log: Pick<FastifyBaseLogger, 'error'>, until: number | null): unknown => {
  const data = { retry_after: RETRY, ...(until === null ? {} : { until }) };
  if (error instanceof QueryQueueFull) {
    return refuse('TooBusy', {
      message: 'Too many queries are running; try again in a moment.',
      data,
    });
  }
  if (error instanceof QueryTooLong) {
    return refuse('InvalidRequest', {
      message: `These days take too long to count; those from ${error.fits} on would fit.`,
      data: { field: 'from' },
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
  if (isTooLarge(error)) {
    return refuse('InvalidRequest', {
      message: 'This takes more memory than a query may have; choose fewer days, groups or series.',
      data: { field: 'question' },
    });
  }
  return error;
};

/** Whether an engine ended a query for its memory, or for the rows of its answer (ClickHouse's codes 241 and 396). */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('Out of Memory Error') ||
    ['241', '396'].includes(String((error as { readonly code?: unknown }).code)));

interface Asking {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly signal: AbortSignal;
}

/** Runs a query that the input's signal cancels. @throws the signal's reason if it cancelled the query */
export type Ask = <Found>(
  name: string,
  asking: Asking,
  query: (options: QueryOptions) => Promise<Found>,
) => Promise<Found>;

export interface AskingContext extends QueryContext {
  /** Milliseconds by which the event store lags behind the reports. */
  readonly lag: () => Promise<number>;
}

/** Until when events are loaded, milliseconds since 1970; null: nearly until now, or it is not known. */
export const loadedUntil = async (context: AskingContext): Promise<number | null> => {
  const lag = await context.lag().catch(() => 0);
  return lag >= usageLagShown ? Math.round(context.now() - lag) : null;
};

export const askWith =
  (context: AskingContext, measured: Measured): Ask =>
  async (name, { log, signal }, query) => {
    try {
      return await measured(name, () => query({ signal }));
    } catch (error) {
      if (error instanceof QueryCancelled && error.why === 'caller') signal.throwIfAborted();
      throw refusalOf(error, log, await loadedUntil(context));
    }
  };

/** @param measured counts a query in `/metrics`, by its name there */
export const usageQueryHandlers = (
  context: AskingContext,
  measured: Measured = (_, run) => run(),
): ConsoleHandlers<Exclude<keyof UsageConsoleCalls, 'askUsageQuestion'>> => {
  const ask = askWith(context, measured);
  return {
    getUsageScope: async input => {
      const found = await ask('scope', input, options => scope(context, options));
      return { ...found, until: await loadedUntil(context) };
    },
    listUsageProducts: async input => {
      const { limit, cursor, search = '' } = input.query;
      const list = input.cursors();
      const [after] = list.read(productCursor, cursor) ?? [''];
      const found = await ask('listProducts', input, options =>
        listProducts(context, { search, after, limit: limit + 1 }, options),
      );
      return list.pageOf(
        found,
        limit,
        product => [product],
        product => product,
      );
    },
    getUsageLive: input => ask('live', input, options => live(context, input.query, options)),
    getUsageHeatmap: input => ask('heatmap', input, options => heatmap(context, input.query, options)),
    listUsageKeys: input =>
      ask('keys', input, options =>
        keys(context, { ...input.query, masked: input.operator.role === 'viewer' }, options),
      ),
    listUsageProperties: input =>
      ask('properties', input, options => properties(context, input.query, options)),
  };
};
