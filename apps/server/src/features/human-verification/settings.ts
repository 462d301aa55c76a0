/** The configuration of the human verification: which vendors, in which order, with which keys and scenes. */
import { vendorUrl } from '../../platform/vendor-url.ts';
import { ALIYUN_SCENE } from '@rollcall/contract';
import { type Reader, InvalidSetting } from '../../platform/config-reader.ts';
import { type GeetestDigest, humanVerificationTable as table } from './settings-table.ts';

export const vendorNames = ['geetest', 'tencent', 'netease', 'nextdata', 'aliyun'] as const;
export type VendorName = (typeof vendorNames)[number];

/** What every vendor has. */
interface Served {
  /** Where the server asks, without a slash at its end. */
  readonly url: string;
  /**
   * Where the browser loads the vendor's script from; undefined: the vendor's own address.
   * @default the vendor's own
   */
  readonly script: string | undefined;
}

export interface GeetestSettings extends Served {
  readonly id: string;
  readonly key: string;
  /** How the challenge is signed; any but md5 has to be enabled on the account. @default md5 */
  readonly digest: GeetestDigest;
  /** Where the vendor says whether it is well. */
  readonly bypassUrl: string;
}
export interface TencentSettings extends Served {
  readonly appId: string;
  readonly appSecretKey: string;
  readonly secretId: string;
  readonly secretKey: string;
}
export interface NeteaseSettings extends Served {
  readonly captchaId: string;
  readonly secretId: string;
  readonly secretKey: string;
}
export interface NextdataSettings extends Served {
  readonly organization: string;
  readonly accessKey: string;
}
export interface AliyunSettings extends Served {
  /** Hosts that the script loads from beside the known ones. @default none */
  readonly hosts: readonly string[];
  readonly appKey: string;
  readonly scene: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

export interface HumanVerificationSettings {
  /**
   * In the order they are tried; after the last comes the built-in challenge.
   * @default none: the built-in challenge alone
   */
  readonly order: readonly VendorName[];
  readonly geetest?: GeetestSettings;
  readonly tencent?: TencentSettings;
  readonly netease?: NeteaseSettings;
  readonly nextdata?: NextdataSettings;
  readonly aliyun?: AliyunSettings;
  /** Milliseconds that a vendor gets for each answer. @default 3000 */
  readonly timeoutMs: number;
}

const vendor = (value: string): VendorName => {
  const name = vendorNames.find(known => known === value);
  if (name === undefined) throw new InvalidSetting(`names out of ${vendorNames.join(', ')}`, value);
  return name;
};

/** A host's name in whole: a wildcard would let in anyone who rents a name in the domain. */
const exactHost = (value: string): string => {
  const host = value.toLowerCase();
  if (host.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host))
    return host;
  throw new InvalidSetting('exact host names like cf.aliyun.com, without scheme, port or *', value);
};

/** Reads ROLLCALL_CAPTCHA_*, and of the vendors that are named there ROLLCALL_GEETEST_* and the like. */
export const humanVerificationSettings = (reader: Reader, production: boolean): HumanVerificationSettings => {
  const order = [...new Set(reader.list('ROLLCALL_CAPTCHA_VENDORS', vendor) ?? [])];
  const url = vendorUrl(production, 'https://captcha.vendor.example', { query: true });
  const needed = (name: string, vendorName: VendorName): string => {
    const value = reader.checked(name, text => {
      if (/^[!-~]{1,256}$/.test(text)) return text;
      throw new InvalidSetting('1 to 256 characters without spaces', '(not shown)');
    });
    if (value === undefined && !reader.isSet(name)) {
      reader.wrong(name, undefined, `a value, as ROLLCALL_CAPTCHA_VENDORS names ${vendorName}`);
    }
    return value ?? '';
  };
  const served = (prefix: string, otherwise: string, plain = false): Served => ({
    url:
      reader.checked(
        `${prefix}_URL`,
        vendorUrl(production, 'https://captcha.vendor.example', { http: plain, query: true }),
      ) ?? otherwise,
    script: reader.checked(`${prefix}_SCRIPT_URL`, url),
  });

  const read = {
    geetest: (): GeetestSettings => ({
      ...served('ROLLCALL_GEETEST', 'https://api.geetest.com'),
      id: needed('ROLLCALL_GEETEST_ID', 'geetest'),
      key: needed('ROLLCALL_GEETEST_KEY', 'geetest'),
      digest: reader.oneOf(table.ROLLCALL_GEETEST_DIGEST),
      bypassUrl: reader.checked('ROLLCALL_GEETEST_BYPASS_URL', url) ?? 'https://bypass.geetest.com',
    }),
    tencent: (): TencentSettings => ({
      ...served('ROLLCALL_TENCENT_CAPTCHA', 'https://captcha.tencentcloudapi.com'),
      appId: reader.matching('ROLLCALL_TENCENT_CAPTCHA_APP_ID', /^\d{1,15}$/, 'the CaptchaAppId, digits', ''),
      appSecretKey: needed('ROLLCALL_TENCENT_CAPTCHA_APP_SECRET', 'tencent'),
      secretId: needed('ROLLCALL_TENCENT_CAPTCHA_SECRET_ID', 'tencent'),
      secretKey: needed('ROLLCALL_TENCENT_CAPTCHA_SECRET_KEY', 'tencent'),
    }),
    netease: (): NeteaseSettings => ({
      ...served('ROLLCALL_NETEASE_CAPTCHA', 'https://c.dun.163.com'),
      captchaId: needed('ROLLCALL_NETEASE_CAPTCHA_ID', 'netease'),
      secretId: needed('ROLLCALL_NETEASE_CAPTCHA_SECRET_ID', 'netease'),
      secretKey: needed('ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY', 'netease'),
    }),
    nextdata: (): NextdataSettings => ({
      // By http, as the vendor documents it.
      ...served('ROLLCALL_NEXTDATA', 'http://captcha-s.fengkongcloud.com', true),
      organization: needed('ROLLCALL_NEXTDATA_ORGANIZATION', 'nextdata'),
      accessKey: needed('ROLLCALL_NEXTDATA_ACCESS_KEY', 'nextdata'),
    }),
    aliyun: (): AliyunSettings => ({
      ...served('ROLLCALL_ALIYUN_CAPTCHA', 'https://afs.aliyuncs.com'),
      hosts: reader.list('ROLLCALL_ALIYUN_CAPTCHA_HOSTS', exactHost) ?? [],
      appKey: needed('ROLLCALL_ALIYUN_CAPTCHA_APP_KEY', 'aliyun'),
      scene: reader.matching(
        'ROLLCALL_ALIYUN_CAPTCHA_SCENE',
        /^[\w./-]{1,64}$/,
        'the scene as Aliyun knows it',
        ALIYUN_SCENE,
      ),
      accessKeyId: needed('ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_ID', 'aliyun'),
      accessKeySecret: needed('ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET', 'aliyun'),
    }),
  } satisfies Record<VendorName, () => object>;

  if (order.includes('tencent') && !reader.isSet('ROLLCALL_TENCENT_CAPTCHA_APP_ID')) {
    reader.wrong('ROLLCALL_TENCENT_CAPTCHA_APP_ID', undefined, 'the CaptchaAppId, digits');
  }
  return {
    order,
    ...(order.includes('geetest') ? { geetest: read.geetest() } : {}),
    ...(order.includes('tencent') ? { tencent: read.tencent() } : {}),
    ...(order.includes('netease') ? { netease: read.netease() } : {}),
    ...(order.includes('nextdata') ? { nextdata: read.nextdata() } : {}),
    ...(order.includes('aliyun') ? { aliyun: read.aliyun() } : {}),
    timeoutMs: reader.integer(table.ROLLCALL_CAPTCHA_TIMEOUT_MS),
  };
};
