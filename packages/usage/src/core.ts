/**
 * Reporting without persistence: `createUsage` as in the main entry, but nothing is stored, and events that are not
 * acknowledged at page end are sent by beacon only.
 */
export type { Usage } from './api.ts';
export type { BrowserEnvironment } from './browser-environment.ts';
export type { UsageParams } from './params.ts';
export { assemble as createUsage } from './usage.ts';
