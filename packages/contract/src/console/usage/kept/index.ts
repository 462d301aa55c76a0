/** What is kept of questions: saved ones, dashboards, cohorts, annotations, alerts, subscriptions. Every role reads what is shared with it; admins change it. */
import type { ConsoleCall } from '../../call.ts';
import { annotationCalls } from './annotations.ts';
import { cohortCalls } from './cohorts.ts';
import { dashboardCalls } from './dashboards.ts';
import { questionAlertCalls } from './question-alerts.ts';
import { savedQuestionCalls } from './questions.ts';
import { subscriptionCalls } from './subscriptions.ts';

export type { Annotation } from './annotations.ts';
export { accountsOf, type Cohort } from './cohorts.ts';
export { dashboardColumns, type Dashboard, type DashboardSummary, type DashboardTile } from './dashboards.ts';
export { savedName } from './installed-names.ts';
export {
  alertConditions,
  type AlertCondition,
  type AlertProblem,
  type QuestionAlert,
} from './question-alerts.ts';
export type { SavedQuestion } from './questions.ts';
export { keptLimits } from './shared.ts';
export { subscriptionReceivers, type DashboardSubscription } from './subscriptions.ts';

/** The console's calls about what is kept of questions. */
export const usageKeptConsoleCalls = {
  ...savedQuestionCalls,
  ...dashboardCalls,
  ...cohortCalls,
  ...annotationCalls,
  ...questionAlertCalls,
  ...subscriptionCalls,
} as const satisfies Record<string, ConsoleCall>;

export type UsageKeptConsoleCalls = typeof usageKeptConsoleCalls;
