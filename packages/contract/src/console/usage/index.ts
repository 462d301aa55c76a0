/**
 * The console's queries of usage events. Each is a GET, so that its URL can be shared as a link.
 *
 * A person is a user id, else a device, else a page life. What a device did without a user up to its first sign-in counts as that
 * user's, and what it does without one after that as no person's. Without `kind`, the events of the kinds custom, view and click
 * are counted.
 */
import type { ConsoleCall } from '../call.ts';
import { getUsageLive, getUsageScope, listUsageProducts } from './activity.ts';
import { getUsageHeatmap } from './heatmap.ts';
import { listUsageKeys, listUsageProperties } from './keys.ts';
import { askUsageQuestion } from './question/call.ts';

export { usageDays, usageKinds, usageLagShown, type Inclusion, type UsageKind } from './filter.ts';
export { heatmapGrid, widthClasses } from './heatmap.ts';
export * from './question/index.ts';

/** The console's calls about usage. */
export const usageConsoleCalls = {
  getUsageScope,
  listUsageProducts,
  getUsageLive,
  getUsageHeatmap,
  listUsageKeys,
  listUsageProperties,
  askUsageQuestion,
} as const satisfies Record<string, ConsoleCall>;

export type UsageConsoleCalls = typeof usageConsoleCalls;
