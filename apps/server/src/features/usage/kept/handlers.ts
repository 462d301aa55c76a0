/** Operators' calls about what is kept of questions. */
import type { UsageKeptConsoleCalls } from '@rollcall/contract/console';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { annotationHandlers } from './annotations.ts';
import { cohortHandlers } from './cohorts.ts';
import { dashboardHandlers } from './dashboards.ts';
import { type QuestionAlertContext, questionAlertHandlers } from './question-alerts.ts';
import { savedQuestionHandlers } from './questions.ts';
import { type SubscriptionContext, subscriptionHandlers } from './subscriptions.ts';

export const usageKeptHandlers = (
  context: QuestionAlertContext & SubscriptionContext,
): ConsoleHandlers<keyof UsageKeptConsoleCalls> => ({
  ...savedQuestionHandlers(context),
  ...dashboardHandlers(context),
  ...cohortHandlers(context),
  ...annotationHandlers(context),
  ...questionAlertHandlers(context),
  ...subscriptionHandlers(context),
});
