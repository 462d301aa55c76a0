/**
 * The questions that the event store answers: one method each. A seam beside `EventStore`: what stands here asks in
 * the SQL of the embedded store; another store brings its own.
 */
import type { QueryOptions } from '../../../events/store/duck-store.ts';
import type { Answer, Asked } from './asked.ts';
import { funnel } from './funnel.ts';
import { heatmap } from './heatmap.ts';
import { keys, properties, scope } from './keys.ts';
import { live } from './live.ts';
import { paths } from './paths.ts';
import type { Asking } from './scope.ts';
import { timeSpent } from './time-spent.ts';
import { trend } from './trend.ts';
import { retention, users } from './users.ts';

/** Each takes the checked query of its call and gives the call's answer; a signal gives it up. */
export interface UsageQuestions {
  scope(options?: QueryOptions): Promise<Answer<'getUsageScope'>>;
  trend(asked: Asked<'getUsageTrend'>, options?: QueryOptions): Promise<Answer<'getUsageTrend'>>;
  live(asked: Asked<'getUsageLive'>, options?: QueryOptions): Promise<Answer<'getUsageLive'>>;
  users(asked: Asked<'getUsageUsers'>, options?: QueryOptions): Promise<Answer<'getUsageUsers'>>;
  funnel(asked: Asked<'getUsageFunnel'>, options?: QueryOptions): Promise<Answer<'getUsageFunnel'>>;
  retention(asked: Asked<'getUsageRetention'>, options?: QueryOptions): Promise<Answer<'getUsageRetention'>>;
  timeSpent(asked: Asked<'getUsageTime'>, options?: QueryOptions): Promise<Answer<'getUsageTime'>>;
  paths(asked: Asked<'getUsagePaths'>, options?: QueryOptions): Promise<Answer<'getUsagePaths'>>;
  heatmap(asked: Asked<'getUsageHeatmap'>, options?: QueryOptions): Promise<Answer<'getUsageHeatmap'>>;
  keys(asked: Asked<'listUsageKeys'>, options?: QueryOptions): Promise<Answer<'listUsageKeys'>>;
  properties(
    asked: Asked<'listUsageProperties'>,
    options?: QueryOptions,
  ): Promise<Answer<'listUsageProperties'>>;
}

export class DuckQuestions implements UsageQuestions {
  readonly #asking: Asking;
  constructor(asking: Asking) {
    this.#asking = asking;
  }

  scope(options?: QueryOptions) {
    return scope(this.#asking, options);
  }
  trend(asked: Asked<'getUsageTrend'>, options?: QueryOptions) {
    return trend(this.#asking, asked, options);
  }
  live(asked: Asked<'getUsageLive'>, options?: QueryOptions) {
    return live(this.#asking, asked, options);
  }
  users(asked: Asked<'getUsageUsers'>, options?: QueryOptions) {
    return users(this.#asking, asked, options);
  }
  funnel(asked: Asked<'getUsageFunnel'>, options?: QueryOptions) {
    return funnel(this.#asking, asked, options);
  }
  retention(asked: Asked<'getUsageRetention'>, options?: QueryOptions) {
    return retention(this.#asking, asked, options);
  }
  timeSpent(asked: Asked<'getUsageTime'>, options?: QueryOptions) {
    return timeSpent(this.#asking, asked, options);
  }
  paths(asked: Asked<'getUsagePaths'>, options?: QueryOptions) {
    return paths(this.#asking, asked, options);
  }
  heatmap(asked: Asked<'getUsageHeatmap'>, options?: QueryOptions) {
    return heatmap(this.#asking, asked, options);
  }
  keys(asked: Asked<'listUsageKeys'>, options?: QueryOptions) {
    return keys(this.#asking, asked, options);
  }
  properties(asked: Asked<'listUsageProperties'>, options?: QueryOptions) {
    return properties(this.#asking, asked, options);
  }
}
