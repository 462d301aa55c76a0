/** The operators' calls about usage: each asks its query; what the store can't do now is a refusal. */
import type { UsageConsoleCalls } from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  QueryQueueFull,
  QueryCancelled,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';
import type { UsageQueries } from './queries.ts';

/** Seconds after which it is worth asking again. */
const RETRY = 3;

const refusalOf = (error: unknown, log: Pick<FastifyBaseLogger, 'error'>): unknown => {
  const data = { retry_after: RETRY };
  if (error instanceof QueryQueueFull) {
    return refuse('TooBusy', {
      message: 'Too many questions are being answered; ask again in a moment.',
      data,
    });
  }
  if (error instanceof QueryCancelled) {
    return refuse('TooBusy', {
      message: 'This question took too long and was stopped; ask for fewer days.',
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

const answered = async <T>(
  { log }: { readonly log: Pick<FastifyBaseLogger, 'error'> },
  query: Promise<T>,
): Promise<T> => {
  try {
    return await query;
  } catch (error) {
    throw refusalOf(error, log);
  }
};

export const usageQueryHandlers = (queries: UsageQueries): ConsoleHandlers<keyof UsageConsoleCalls> => ({
  getUsageScope: input => answered(input, queries.scope()),
  getUsageTrend: input => answered(input, queries.trend(input.query)),
  getUsageLive: input => answered(input, queries.live(input.query)),
  getUsageUsers: input => answered(input, queries.users(input.query)),
  getUsageFunnel: input => answered(input, queries.funnel(input.query)),
  getUsageRetention: input => answered(input, queries.retention(input.query)),
  getUsageTime: input => answered(input, queries.timeSpent(input.query)),
  getUsagePaths: input => answered(input, queries.paths(input.query)),
  getUsageHeatmap: input => answered(input, queries.heatmap(input.query)),
  listUsageKeys: input => answered(input, queries.keys(input.query)),
  listUsageProperties: input => answered(input, queries.properties(input.query)),
});
