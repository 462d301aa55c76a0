/** Settings of webhooks. */
import type { Reader } from '../../platform/config-reader.ts';
import { receiverOrigins } from '../../platform/signed-post.ts';

export interface WebhookSettings {
  /** Origins that webhooks may have. @default none */
  readonly origins: readonly string[];
}

/** Reads ROLLCALL_WEBHOOK_ORIGINS. */
export const webhookSettings = (reader: Reader, production: boolean): WebhookSettings => ({
  origins: receiverOrigins(reader, 'ROLLCALL_WEBHOOK_ORIGINS', production),
});
