/** All calls of the operators' console, by subject. */
import { agreementConsoleCalls } from './agreements.ts';
import { childConsoleCalls } from './children.ts';
import { customFieldConsoleCalls } from './custom-fields.ts';
import { humanVerificationConsoleCalls } from './human-verification.ts';
import { importConsoleCalls } from './imports.ts';
import { messageConsoleCalls } from './messages.ts';
import { monitorConsoleCalls } from './monitor/index.ts';
import { openidConsoleCalls } from './openid-clients.ts';
import { operatorConsoleCalls } from './operators/index.ts';
import { peopleConsoleCalls } from './people.ts';
import { remedyConsoleCalls } from './remedies.ts';
import { serviceTokenConsoleCalls } from './service-tokens.ts';
import { settingConsoleCalls } from './settings.ts';
import { signInClientConsoleCalls } from './sign-in-clients.ts';
import { timelineConsoleCalls } from './timeline.ts';
import { usageConsoleCalls } from './usage/index.ts';
import { usageDataConsoleCalls } from './usage-data.ts';
import { usageKeptConsoleCalls } from './usage/kept/index.ts';
import { usageLatestConsoleCalls } from './usage/latest.ts';
import { usageSqlConsoleCalls } from './usage/sql.ts';
import { webhookConsoleCalls } from './webhooks.ts';

export type * from './agreements.ts';
export * from './call.ts';
export { CHILD_OPEN_MINUTES } from './children.ts';
export type * from './human-verification.ts';
export type { ImportDetail, ImportRow } from './imports.ts';
export { sampleSender } from './messages.ts';
export type * from './messages.ts';
export * from './monitor/index.ts';
export * from './openid-clients.ts';
export { auditOrders } from './operators/index.ts';
export type * from './operators/index.ts';
export { personColumns } from './people.ts';
export type * from './people.ts';
export type { NumberChange } from './remedies.ts';
export * from './rules.ts';
export type { ServiceToken } from './service-tokens.ts';
export { testPurposes } from './settings.ts';
export type { Setting, TestPurpose, TriedService } from './settings.ts';
export type { TimelineEntry } from './timeline.ts';
export * from './usage/index.ts';
export * from './usage/kept/index.ts';
export type { LatestEvents, UsageLatestConsoleCalls } from './usage/latest.ts';
export * from './usage/sql.ts';
export type * from './usage-data.ts';
export type { Webhook, WebhookDelivery, WebhookSettings } from './webhooks.ts';
export { webhookEvents, type WebhookEventName } from '../webhooks.ts';

/** The type of every call, written out: it is too long to be inferred. */
export type ConsoleCalls = typeof operatorConsoleCalls &
  typeof peopleConsoleCalls &
  typeof childConsoleCalls &
  typeof remedyConsoleCalls &
  typeof customFieldConsoleCalls &
  typeof openidConsoleCalls &
  typeof timelineConsoleCalls &
  typeof agreementConsoleCalls &
  typeof humanVerificationConsoleCalls &
  typeof messageConsoleCalls &
  typeof signInClientConsoleCalls &
  typeof usageConsoleCalls &
  typeof usageKeptConsoleCalls &
  typeof usageLatestConsoleCalls &
  typeof usageSqlConsoleCalls &
  typeof usageDataConsoleCalls &
  typeof monitorConsoleCalls &
  typeof serviceTokenConsoleCalls &
  typeof settingConsoleCalls &
  typeof importConsoleCalls &
  typeof webhookConsoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;

/** Every call of the operators' console, by name. */
export const consoleCalls: ConsoleCalls = {
  ...operatorConsoleCalls,
  ...peopleConsoleCalls,
  ...childConsoleCalls,
  ...remedyConsoleCalls,
  ...customFieldConsoleCalls,
  ...openidConsoleCalls,
  ...timelineConsoleCalls,
  ...agreementConsoleCalls,
  ...humanVerificationConsoleCalls,
  ...messageConsoleCalls,
  ...signInClientConsoleCalls,
  ...usageConsoleCalls,
  ...usageKeptConsoleCalls,
  ...usageLatestConsoleCalls,
  ...usageSqlConsoleCalls,
  ...usageDataConsoleCalls,
  ...monitorConsoleCalls,
  ...serviceTokenConsoleCalls,
  ...settingConsoleCalls,
  ...importConsoleCalls,
  ...webhookConsoleCalls,
};
