/** Settings of monitoring. */
import type { AlertDefaults } from '@rollcall/contract/console';
import type { Reader } from '../../platform/config-reader.ts';
import { receiverOrigins, type SignedReceiver, signedReceiver } from '../../platform/signed-post.ts';
import { vendorUrl } from '../../platform/vendor-url.ts';
import { alertDefaultsTable as table } from './settings-table.ts';
import { type BotUrls, OFFICIAL_URLS } from './group-bots.ts';

export interface MonitorSettings {
  /** Undefined: alerts are shown in the console only. @default none */
  readonly webhook: SignedReceiver | undefined;
  /**
   * Origins that webhooks which operators add may have: an operator can't make the server call another one.
   * @default none
   */
  readonly origins: readonly string[];
  /** Base URLs of the vendors of group bots. @default the vendors' own */
  readonly bots: BotUrls;
}

/** Reads ROLLCALL_ALERT_WEBHOOK_URL, _SECRET and _ORIGINS, and the base URLs of group bots. */
export const monitorSettings = (reader: Reader, production: boolean): MonitorSettings => {
  const bot = (name: string, official: string) =>
    reader.checked(name, vendorUrl(production, official)) ?? official;
  const webhook = signedReceiver(reader, 'ROLLCALL_ALERT_WEBHOOK', { production, path: 'alerts' });
  return {
    webhook,
    // None by default: the webhook's may be an internal gateway, which admins could have called with any path.
    origins: receiverOrigins(reader, 'ROLLCALL_ALERT_WEBHOOK_ORIGINS', production),
    bots: {
      dingtalk: bot('ROLLCALL_DINGTALK_URL', OFFICIAL_URLS.dingtalk),
      feishu: bot('ROLLCALL_FEISHU_URL', OFFICIAL_URLS.feishu),
      wecom: bot('ROLLCALL_WECOM_URL', OFFICIAL_URLS.wecom),
    },
  };
};

/** Reads the thresholds that new rules begin with. */
export const alertDefaults = (reader: Reader): AlertDefaults => ({
  'failed-share': reader.integer(table.ROLLCALL_ALERT_FAILED_PERCENT) / 100,
  'error-rate': reader.integer(table.ROLLCALL_ALERT_ERRORS),
  'call-latency': reader.integer(table.ROLLCALL_ALERT_CALL_MS),
  'no-events': reader.integer(table.ROLLCALL_ALERT_EVENT_MINUTES),
  'no-sign-ins': reader.integer(table.ROLLCALL_ALERT_SIGN_IN_MINUTES),
});
