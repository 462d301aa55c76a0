/** Settings of monitoring. */
import { type Reader, InvalidSetting } from '../../platform/config-reader.ts';
import { vendorUrl } from '../../platform/vendor-url.ts';
import { type BotUrls, OFFICIAL_URLS } from './group-bots.ts';

export interface MonitorSettings {
  /** Undefined: alerts are shown in the console only. */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  /** Base URLs of the vendors of group bots. */
  readonly bots: BotUrls;
}

const SECRET_LENGTH = 16;

/** Reads ROLLCALL_ALERT_WEBHOOK_URL and _SECRET, and the base URLs of group bots. */
export const monitorSettings = (reader: Reader, production: boolean): MonitorSettings => {
  const url = reader.checked('ROLLCALL_ALERT_WEBHOOK_URL', value => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hash || parsed.username) {
      throw new InvalidSetting('a URL like https://hooks.school.example/alerts', '(not shown)');
    }
    // The signature does not encrypt the message.
    if (production && parsed.protocol !== 'https:')
      throw new InvalidSetting('an https URL in prod', '(not shown)');
    return value;
  });
  const secret = reader.checked('ROLLCALL_ALERT_WEBHOOK_SECRET', value => {
    if (value.length >= SECRET_LENGTH) return value;
    throw new InvalidSetting(`at least ${SECRET_LENGTH} characters`, `${value.length} characters`);
  });
  if (url !== undefined && !reader.isSet('ROLLCALL_ALERT_WEBHOOK_SECRET')) {
    reader.wrong(
      'ROLLCALL_ALERT_WEBHOOK_SECRET',
      undefined,
      `at least ${SECRET_LENGTH} characters, as ROLLCALL_ALERT_WEBHOOK_URL is set`,
    );
  }
  const bot = (name: string, official: string) =>
    reader.checked(name, vendorUrl(production, official)) ?? official;
  return {
    webhook: url === undefined || secret === undefined ? undefined : { url, secret },
    bots: {
      dingtalk: bot('ROLLCALL_DINGTALK_URL', OFFICIAL_URLS.dingtalk),
      feishu: bot('ROLLCALL_FEISHU_URL', OFFICIAL_URLS.feishu),
      wecom: bot('ROLLCALL_WECOM_URL', OFFICIAL_URLS.wecom),
    },
  };
};
