/**
 * Reporting without persistence: `createUsage` as in the main entry, but nothing is kept beyond the page's life, and what
 * the collector has not acknowledged when the page ends is sent by beacon alone.
 */
export type { Usage } from './api.ts';
export type { BrowserEnvironment } from './browser-environment.ts';
export type { UsageParams } from './params.ts';
export { assemble as createUsage } from './usage.ts';
