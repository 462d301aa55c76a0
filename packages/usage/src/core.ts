/**
 * Reporting without persistence: `createUsage` as in the main entry, but nothing is kept beyond the page's life, and what
 * the collector has not answered for when the page ends goes by beacon alone.
 */
export type { Usage } from './api.ts';
export type { Outside } from './outside.ts';
export type { UsageParams } from './params.ts';
export { assemble as createUsage } from './usage.ts';
