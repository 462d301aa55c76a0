/** Settings of monitoring. */
import type { Reader } from '../../platform/config-reader.ts';
import { type SignedReceiver, signedReceiver } from '../../platform/signed-post.ts';
import { vendorUrl } from '../../platform/vendor-url.ts';
import { type BotUrls, OFFICIAL_URLS } from './group-bots.ts';

export interface MonitorSettings {
  /** Undefined: alerts are shown in the console only. */
  readonly webhook: SignedReceiver | undefined;
  /** Base URLs of the vendors of group bots. */
  readonly bots: BotUrls;
}

/** Reads ROLLCALL_ALERT_WEBHOOK_URL and _SECRET, and the base URLs of group bots. */
export const monitorSettings = (reader: Reader, production: boolean): MonitorSettings => {
  const bot = (name: string, official: string) =>
    reader.checked(name, vendorUrl(production, official)) ?? official;
  return {
    webhook: signedReceiver(reader, 'ROLLCALL_ALERT_WEBHOOK', { production, path: 'alerts' }),
    bots: {
      dingtalk: bot('ROLLCALL_DINGTALK_URL', OFFICIAL_URLS.dingtalk),
      feishu: bot('ROLLCALL_FEISHU_URL', OFFICIAL_URLS.feishu),
      wecom: bot('ROLLCALL_WECOM_URL', OFFICIAL_URLS.wecom),
    },
  };
};
