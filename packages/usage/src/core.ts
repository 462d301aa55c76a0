/** Reporting without persistence: what the collector has not answered for when the page ends goes by beacon alone. */
import type { Outside } from './outside.ts';
import type { UsageParams } from './params.ts';
import { assemble, type Usage } from './usage.ts';

/** As `createUsage` of the main entry, but nothing is kept beyond the page's life. */
export const createUsage = (params: UsageParams, outside: Outside = globalThis as never): Usage =>
  assemble(params, undefined, outside);
export type { Outside, Usage, UsageParams };
