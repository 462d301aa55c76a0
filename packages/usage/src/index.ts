import type { Stats, Timers, Usage } from './api.ts';
import type { BrowserEnvironment } from './browser-environment.ts';
import type { UsageParams } from './params.ts';
import { persistence } from './persistence.ts';
import { assemble } from './usage.ts';

/**
 * Starts the reporting of one page (specification, sections 3, 4, 7 and 9). Without a product code or a URL it says
 * 'Please set product code' or 'Please set url' on the console and does nothing; on a server it does nothing.
 *
 * Nothing is recorded before consent of its kind. Events are kept in IndexedDB until they are acknowledged.
 *
 * @example const usage = createUsage({ product_code: 'my-school', url: '/' });
 * @see `docs/usage.md`
 */
export const createUsage = (params: UsageParams, environment?: BrowserEnvironment): Usage =>
  assemble(params, environment, persistence());
export type { Grant, Grants } from './facts.ts';
export type { Locks } from './browser-environment.ts';
export type { Environment } from './params.ts';
export type { DropReason } from './entry.ts';
export type { Heatmap } from './heatmap.ts';
export type { BrowserEnvironment, Stats, Timers, Usage, UsageParams };
