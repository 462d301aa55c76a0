/** What is kept of questions: saved ones, dashboards, cohorts, annotations. Every role reads what is shared with it; admins change it. */
import type { ConsoleCall } from '../../call.ts';
import { annotationCalls } from './annotations.ts';
import { cohortCalls } from './cohorts.ts';
import { dashboardCalls } from './dashboards.ts';
import { savedQuestionCalls } from './questions.ts';

export type { Annotation } from './annotations.ts';
export { accountsOf, type Cohort } from './cohorts.ts';
export { dashboardColumns, type Dashboard, type DashboardSummary, type DashboardTile } from './dashboards.ts';
export type { SavedQuestion } from './questions.ts';
export { keptLimits } from './shared.ts';

/** The console's calls about what is kept of questions. */
export const usageKeptConsoleCalls = {
  ...savedQuestionCalls,
  ...dashboardCalls,
  ...cohortCalls,
  ...annotationCalls,
} as const satisfies Record<string, ConsoleCall>;

export type UsageKeptConsoleCalls = typeof usageKeptConsoleCalls;
