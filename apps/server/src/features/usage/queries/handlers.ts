/** The operators' calls about usage: each asks its question; what the store can't do now is a refusal. */
import type { UsageConsoleCalls } from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  QuestionsFull,
  QuestionStopped,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';
import type { UsageQuestions } from './queries.ts';

/** Seconds after which it is worth asking again. */
const RETRY = 3;

const refusalOf = (error: unknown, log: Pick<FastifyBaseLogger, 'error'>): unknown => {
  const data = { retry_after: RETRY };
  if (error instanceof QuestionsFull) {
    return refuse('TooBusy', {
      message: 'Too many questions are being answered; ask again in a moment.',
      data,
    });
  }
  if (error instanceof QuestionStopped) {
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
  question: Promise<T>,
): Promise<T> => {
  try {
    return await question;
  } catch (error) {
    throw refusalOf(error, log);
  }
};

export const usageQuestionHandlers = (
  questions: UsageQuestions,
): ConsoleHandlers<keyof UsageConsoleCalls> => ({
  getUsageScope: input => answered(input, questions.scope()),
  getUsageTrend: input => answered(input, questions.trend(input.query)),
  getUsageLive: input => answered(input, questions.live(input.query)),
  getUsageUsers: input => answered(input, questions.users(input.query)),
  getUsageFunnel: input => answered(input, questions.funnel(input.query)),
  getUsageRetention: input => answered(input, questions.retention(input.query)),
  getUsageTime: input => answered(input, questions.timeSpent(input.query)),
  getUsagePaths: input => answered(input, questions.paths(input.query)),
  getUsageHeatmap: input => answered(input, questions.heatmap(input.query)),
  listUsageKeys: input => answered(input, questions.keys(input.query)),
  listUsageProperties: input => answered(input, questions.properties(input.query)),
});
