import type { Outside } from './outside.ts';
import type { UsageParams } from './params.ts';
import { persistence } from './persistence.ts';
import { assemble, type Usage } from './usage.ts';

/**
 * Starts the reporting of one page (specification, sections 3, 4, 7 and 9). Without a product code or a URL it says
 * 'Please set product code' or 'Please set url' on the console and does nothing; on a server it does nothing.
 *
 * Nothing is recorded before consent of its kind. Events are kept in IndexedDB until they are acknowledged.
 */
export const createUsage = (params: UsageParams, outside: Outside = globalThis as never): Usage =>
  assemble(params, persistence(), outside);
export type { Grant, Grants } from './consent.ts';
export type { Locks } from './outside.ts';
export type { Environment } from './params.ts';
export type { DropReason } from './queue.ts';
export type { Stats } from './usage.ts';
export type { Outside, Usage, UsageParams };
