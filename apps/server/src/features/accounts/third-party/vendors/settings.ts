/** The configuration of third parties and of an older site whose sessions are converted. */
import { vendorUrl } from '../../../../platform/vendor-url.ts';
import { type Reader, InvalidSetting } from '../../../../platform/config-reader.ts';
import { thirdPartyTable } from './settings-table.ts';
import type { VendorApp } from './vendor.ts';

export interface ThirdPartySettings {
  readonly wechat: {
    /** Website apps, whose QR code people scan from the browser of a computer. @default none */
    readonly apps: readonly VendorApp[];
    /** Service accounts, which sign in people within WeChat's own browser. @default none */
    readonly serviceApps: readonly VendorApp[];
    /** Where codes are exchanged. */
    readonly apiUrl: string;
    /** Where people are sent. */
    readonly openUrl: string;
    /** The script that embeds the sign-in in a page. */
    readonly scriptUrl: string;
  };
  readonly qq: {
    /** Website apps. @default none */
    readonly apps: readonly VendorApp[];
    readonly url: string;
    /** Exchanged with the code where a call names none: QQ compares it with the page that the code came to. */
    readonly redirectUri: string;
  };
  /** Undefined: no older site's session is converted. @default none */
  readonly convert: ConvertSettings | undefined;
  /** Milliseconds that a third party, or the older site, gets for each answer. @default 5000 */
  readonly timeoutMs: number;
}

/** How an older site's session is recognised: by the secret that signs its cookie, or by asking it. */
export type ConvertSettings = { readonly cookie: string } & (
  | { readonly secret: string }
  | { readonly url: string }
);

const OPEN = 'https://open.weixin.qq.com';
const SCRIPT = '/connect/zh_CN/htmledition/js/wxLogin.js';
/** Characters at least of the secret that signs the older site's cookies. */
const SECRET_LENGTH = 16;

const app = (value: string): VendorApp => {
  const [, appid = '', secret = ''] = /^([\w.-]{1,64}):([!-~]{1,256})$/.exec(value) ?? [];
  // It holds a secret.
  if (appid === '') throw new InvalidSetting('appid:secret, with commas between', '(not shown)');
  return { appid, secret };
};

/** A URL that may well be on this machine; it only may not carry credentials. */
const endpoint = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.hash && !url.username) return value;
  throw new InvalidSetting('an http or https URL without a user, a password or a fragment', value);
};

const convertSettings = (reader: Reader): ConvertSettings | undefined => {
  const cookie = reader.checked('ROLLCALL_CONVERT_COOKIE', value => {
    if (/^[\w!#$%&'*+.^`|~-]{1,128}$/.test(value)) return value;
    throw new InvalidSetting("the name of the older site's session cookie", value);
  });
  const secret = reader.checked('ROLLCALL_CONVERT_SECRET', value => {
    if (value.length >= SECRET_LENGTH) return value;
    throw new InvalidSetting(`at least ${SECRET_LENGTH} characters`, `${value.length} characters`);
  });
  const url = reader.checked('ROLLCALL_CONVERT_URL', endpoint);
  const ways = ['ROLLCALL_CONVERT_SECRET', 'ROLLCALL_CONVERT_URL'].filter(name => reader.isSet(name));
  if (ways.length === 2) {
    reader.wrong('ROLLCALL_CONVERT_URL', url, 'either it or ROLLCALL_CONVERT_SECRET, not both');
  }
  if (ways.length > 0 && !reader.isSet('ROLLCALL_CONVERT_COOKIE')) {
    reader.wrong('ROLLCALL_CONVERT_COOKIE', undefined, `a name, as ${ways[0]} is set`);
  }
  if (ways.length === 0 && cookie !== undefined) {
    reader.wrong(
      'ROLLCALL_CONVERT_SECRET',
      undefined,
      'it or ROLLCALL_CONVERT_URL, as ROLLCALL_CONVERT_COOKIE is set',
    );
  }
  if (cookie === undefined) return undefined;
  if (secret !== undefined) return { cookie, secret };
  return url === undefined ? undefined : { cookie, url };
};

/**
 * Reads ROLLCALL_WECHAT_*, ROLLCALL_QQ_*, ROLLCALL_CONVERT_* and ROLLCALL_THIRD_PARTY_TIMEOUT (milliseconds).
 * In production a third party has to be the real one.
 *
 * @param options.issuer the server's public URL
 */
export const thirdPartySettings = (
  reader: Reader,
  { production, issuer }: { readonly production: boolean; readonly issuer: string },
): ThirdPartySettings => {
  const url = vendorUrl(production, 'https://graph.qq.com');
  const openUrl = reader.checked('ROLLCALL_WECHAT_OPEN_URL', url);
  const apps = reader.list('ROLLCALL_WECHAT_APPS', app) ?? [];
  const serviceApps = reader.list('ROLLCALL_WECHAT_SERVICE_APPS', app) ?? [];
  const twice = serviceApps.find(({ appid }) => apps.some(other => other.appid === appid));
  if (twice) {
    reader.wrong(
      'ROLLCALL_WECHAT_SERVICE_APPS',
      twice.appid,
      'app ids of service accounts, none of which is in ROLLCALL_WECHAT_APPS',
    );
  }
  return {
    wechat: {
      apps,
      serviceApps,
      apiUrl: reader.checked('ROLLCALL_WECHAT_URL', url) ?? 'https://api.weixin.qq.com',
      openUrl: openUrl ?? OPEN,
      scriptUrl: `${openUrl ?? 'https://res.wx.qq.com'}${SCRIPT}`,
    },
    qq: {
      apps: reader.list('ROLLCALL_QQ_APPS', app) ?? [],
      url: reader.checked('ROLLCALL_QQ_URL', url) ?? 'https://graph.qq.com',
      redirectUri: reader.checked('ROLLCALL_QQ_REDIRECT_URI', endpoint) ?? `${issuer}/oauth/qq`,
    },
    convert: convertSettings(reader),
    timeoutMs: reader.integer(thirdPartyTable.ROLLCALL_THIRD_PARTY_TIMEOUT),
  };
};
