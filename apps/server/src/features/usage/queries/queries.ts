/**
 * The queries that the event store answers: one method each. What goes in and comes out is the same for every store; the SQL of each store
 * is in a folder of its own, as `UsageStatements`.
 */
import type { QueryOptions } from '../../../events/store/query-client.ts';
import type { Answer, QueryParams } from './params.ts';
import { funnel } from './funnel.ts';
import { heatmap } from './heatmap.ts';
import { keys, listProducts, properties, scope } from './keys.ts';
import { live } from './live.ts';
import { paths } from './paths.ts';
import type { QueryContext } from './statements.ts';
import { timeSpent } from './time-spent.ts';
import { trend } from './trend.ts';
import { retention, users } from './users.ts';

/** Each takes the validated query of its call and returns the call's answer; a signal cancels it. */
export interface UsageQueries {
  scope(options?: QueryOptions): Promise<Answer<'getUsageScope'>>;
  /** Names of products that begin with `search`, after the name `after`. */
  listProducts(
    params: { readonly search: string; readonly after: string; readonly limit: number },
    options?: QueryOptions,
  ): Promise<string[]>;
  trend(params: QueryParams<'getUsageTrend'>, options?: QueryOptions): Promise<Answer<'getUsageTrend'>>;
  live(params: QueryParams<'getUsageLive'>, options?: QueryOptions): Promise<Answer<'getUsageLive'>>;
  users(params: QueryParams<'getUsageUsers'>, options?: QueryOptions): Promise<Answer<'getUsageUsers'>>;
  funnel(params: QueryParams<'getUsageFunnel'>, options?: QueryOptions): Promise<Answer<'getUsageFunnel'>>;
  retention(
    params: QueryParams<'getUsageRetention'>,
    options?: QueryOptions,
  ): Promise<Answer<'getUsageRetention'>>;
  timeSpent(params: QueryParams<'getUsageTime'>, options?: QueryOptions): Promise<Answer<'getUsageTime'>>;
  paths(params: QueryParams<'getUsagePaths'>, options?: QueryOptions): Promise<Answer<'getUsagePaths'>>;
  heatmap(params: QueryParams<'getUsageHeatmap'>, options?: QueryOptions): Promise<Answer<'getUsageHeatmap'>>;
  /** `masked`: a search leaves out keys that contain a number or an address. */
  keys(
    params: QueryParams<'listUsageKeys'> & { readonly masked?: boolean },
    options?: QueryOptions,
  ): Promise<Answer<'listUsageKeys'>>;
  properties(
    params: QueryParams<'listUsageProperties'>,
    options?: QueryOptions,
  ): Promise<Answer<'listUsageProperties'>>;
}

/** The queries in the SQL of a store. */
export class StoreQueries implements UsageQueries {
  readonly #context: QueryContext;
  constructor(context: QueryContext) {
    this.#context = context;
  }

  scope(options?: QueryOptions) {
    return scope(this.#context, options);
  }
  listProducts(params: Parameters<UsageQueries['listProducts']>[0], options?: QueryOptions) {
    return listProducts(this.#context, params, options);
  }
  trend(params: QueryParams<'getUsageTrend'>, options?: QueryOptions) {
    return trend(this.#context, params, options);
  }
  live(params: QueryParams<'getUsageLive'>, options?: QueryOptions) {
    return live(this.#context, params, options);
  }
  users(params: QueryParams<'getUsageUsers'>, options?: QueryOptions) {
    return users(this.#context, params, options);
  }
  funnel(params: QueryParams<'getUsageFunnel'>, options?: QueryOptions) {
    return funnel(this.#context, params, options);
  }
  retention(params: QueryParams<'getUsageRetention'>, options?: QueryOptions) {
    return retention(this.#context, params, options);
  }
  timeSpent(params: QueryParams<'getUsageTime'>, options?: QueryOptions) {
    return timeSpent(this.#context, params, options);
  }
  paths(params: QueryParams<'getUsagePaths'>, options?: QueryOptions) {
    return paths(this.#context, params, options);
  }
  heatmap(params: QueryParams<'getUsageHeatmap'>, options?: QueryOptions) {
    return heatmap(this.#context, params, options);
  }
  keys(params: QueryParams<'listUsageKeys'> & { readonly masked?: boolean }, options?: QueryOptions) {
    return keys(this.#context, params, options);
  }
  properties(params: QueryParams<'listUsageProperties'>, options?: QueryOptions) {
    return properties(this.#context, params, options);
  }
}
