/** The settings of the message senders, read from the environment and checked with the rest of the configuration. */
import { readFileSync } from 'node:fs';
import { type Reader, InvalidSetting } from '../platform/config-reader.ts';
import { codeTable } from './code-table.ts';
import type { IntegerSetting } from '../platform/setting.ts';
import { isLoopback } from './hosts.ts';
import { type SmtpSettings, smtpSettings } from './smtp-settings.ts';
import { type NoticeVariable, noticeVariables } from './notice-variables.ts';
import { sendersTable } from './settings-table.ts';
import { parseNoticeTemplates, parseTemplates, type Templates } from './templates.ts';

export type { SmtpSettings } from './smtp-settings.ts';

interface PhoneService {
  /** The vendor's endpoint, without a slash at its end; a simulator has another. */
  readonly url: string;
  readonly templates: Templates;
}

interface NoticeTexts {
  /** The templates of security messages; empty where none is set. */
  readonly notices: Templates;
}

export interface AliyunSettings {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly sms: (PhoneService & NoticeTexts & { readonly sign: string }) | undefined;
  /** `number`: the number shown to the callee; undefined: the vendor's public ones. */
  readonly voice: (PhoneService & { readonly number: string | undefined }) | undefined;
}

export const tencentParams = ['code', 'minutes'] as const;
/** The variables at {1}, {2} of a template. */
export type TencentParam = (typeof tencentParams)[number];

interface TencentService extends PhoneService {
  readonly appId: string;
  readonly params: readonly TencentParam[];
}

export interface TencentSettings {
  readonly secretId: string;
  readonly secretKey: string;
  readonly region: string;
  /** `noticeParams`: the variables at {1}, {2} of a security message's template. */
  readonly sms:
    | (TencentService &
        NoticeTexts & { readonly sign: string; readonly noticeParams: readonly NoticeVariable[] })
    | undefined;
  readonly voice: TencentService | undefined;
}

export const senderNames = ['development', 'aliyun', 'tencent', 'smtp'] as const;
export type SenderName = (typeof senderNames)[number];

/** How many codes may be sent. */
export interface CodeSettings {
  /** Seconds between two codes to one recipient. @default 60 */
  readonly retrySeconds: number;
  /** Codes that one recipient gets in a day at most. @default 10 */
  readonly dailyLimit: number;
  /**
   * Messages that the numbers of one prefix get in an hour at most; 0: without a limit, as in the limits below.
   * @default 200 in production, else 0
   */
  readonly prefixLimit: number;
  /**
   * Codes that one network (an IPv4 address, an IPv6 /64) asks for in an hour at most; larger networks a
   * multiple.
   * @default 400 in production, else 0
   */
  readonly networkLimit: number;
  /** Messages of every kind in an hour. @default 5000 in production, else 0 */
  readonly hourlyTotal: number;
  /** Messages of every kind in a day. @default 30,000 in production, else 0 */
  readonly dailyTotal: number;
  /**
   * Different recipients that an account, a device or a network names in an hour before a challenge is asked.
   * @default 5 in production, else 0
   */
  readonly namedLimit: number;
}

/** Reads ROLLCALL_CODE_* and ROLLCALL_MESSAGES_*. */
export const codeSettings = (reader: Reader, production: boolean): CodeSettings => {
  const read = (setting: IntegerSetting) => reader.integer(setting, { production });
  return {
    retrySeconds: read(codeTable.ROLLCALL_CODE_RETRY_SECONDS),
    dailyLimit: read(codeTable.ROLLCALL_CODE_DAILY_LIMIT),
    prefixLimit: read(codeTable.ROLLCALL_CODE_PREFIX_LIMIT),
    networkLimit: read(codeTable.ROLLCALL_CODE_NETWORK_LIMIT),
    hourlyTotal: read(codeTable.ROLLCALL_MESSAGES_PER_HOUR),
    dailyTotal: read(codeTable.ROLLCALL_MESSAGES_PER_DAY),
    namedLimit: read(codeTable.ROLLCALL_CODE_NAMED_LIMIT),
  };
};

export interface MessageSettings {
  /** Milliseconds that one call of a vendor may take. @default 3000 */
  readonly timeoutMs: number;
  /** Undefined where ROLLCALL_SENDERS does not list it; so are the others. */
  readonly aliyun: AliyunSettings | undefined;
  readonly tencent: TencentSettings | undefined;
  readonly smtp: SmtpSettings | undefined;
}

/**
 * Reads what the listed senders need; the variables of others are not looked at. What is missing or wrong is told to
 * the reader, never with a secret's value.
 *
 * @param listed the names in ROLLCALL_SENDERS
 * @param production refuses simulators: vendors' URLs that are on this machine or not https
 */
export const messageSettings = (
  reader: Reader,
  listed: readonly string[],
  production: boolean,
): MessageSettings => ({
  timeoutMs: reader.integer(sendersTable.ROLLCALL_SENDER_TIMEOUT_MS),
  aliyun: listed.includes('aliyun') ? aliyun(new Listed(reader, 'aliyun', production)) : undefined,
  tencent: listed.includes('tencent') ? tencent(new Listed(reader, 'tencent', production)) : undefined,
  smtp: listed.includes('smtp')
    ? smtpSettings(reader, production, path => readFileSync(path, 'utf8'))
    : undefined,
});

const aliyun = (listed: Listed): AliyunSettings => {
  const [sms, voice] = listed.services('ROLLCALL_ALIYUN', { sms: ['SIGN'], voice: ['NUMBER'] });
  return {
    accessKeyId: listed.required('ROLLCALL_ALIYUN_ACCESS_KEY_ID', 'the id of an access key'),
    accessKeySecret: listed.required('ROLLCALL_ALIYUN_ACCESS_KEY_SECRET', 'the secret of that access key'),
    sms: sms
      ? {
          ...listed.phoneService('ROLLCALL_ALIYUN_SMS', 'https://dysmsapi.aliyuncs.com'),
          notices: listed.noticeTemplates('ROLLCALL_ALIYUN_SMS'),
          sign: listed.required('ROLLCALL_ALIYUN_SMS_SIGN', 'the approved signature of text messages'),
        }
      : undefined,
    voice: voice
      ? {
          ...listed.phoneService('ROLLCALL_ALIYUN_VOICE', 'https://dyvmsapi.aliyuncs.com'),
          number: listed.reader.checked('ROLLCALL_ALIYUN_VOICE_NUMBER', digits('a phone number of digits')),
        }
      : undefined,
  };
};

const tencent = (listed: Listed): TencentSettings => {
  const [sms, voice] = listed.services('ROLLCALL_TENCENT', { sms: ['SIGN', 'APP_ID'], voice: ['APP_ID'] });
  const service = (prefix: string, url: string): TencentService => ({
    ...listed.phoneService(prefix, url, url.replace(/^https:\/\/(\w+).*$/, '$1.')),
    appId: listed.required(`${prefix}_APP_ID`, 'the SDK AppID', digits('the SDK AppID, in digits')),
    params: listed.reader.list(`${prefix}_PARAMS`, param) ?? ['code', 'minutes'],
  });
  return {
    secretId: listed.required('ROLLCALL_TENCENT_SECRET_ID', 'the SecretId of an API key'),
    secretKey: listed.required('ROLLCALL_TENCENT_SECRET_KEY', 'the SecretKey of that API key'),
    region: listed.reader.matching(
      'ROLLCALL_TENCENT_REGION',
      /^[a-z]+(-[a-z0-9]+)+$/,
      'a region like ap-guangzhou',
      'ap-guangzhou',
    ),
    sms: sms
      ? {
          ...service('ROLLCALL_TENCENT_SMS', 'https://sms.tencentcloudapi.com'),
          notices: listed.noticeTemplates('ROLLCALL_TENCENT_SMS'),
          noticeParams:
            listed.reader.list('ROLLCALL_TENCENT_SMS_NOTICE_PARAMS', noticeParam) ?? noticeVariables,
          sign: listed.required('ROLLCALL_TENCENT_SMS_SIGN', 'the approved signature of text messages'),
        }
      : undefined,
    voice: voice ? service('ROLLCALL_TENCENT_VOICE', 'https://vms.tencentcloudapi.com') : undefined,
  };
};

/** Reads the variables of one listed sender. */
class Listed {
  constructor(
    readonly reader: Reader,
    private readonly sender: string,
    private readonly production: boolean,
  ) {}

  /** '' where it is unset or wrong, which the reader was then told. */
  required(name: string, what: string, check: (value: string) => string = value => value): string {
    if (!this.reader.isSet(name)) {
      this.reader.wrong(name, undefined, `${what}, since ROLLCALL_SENDERS lists ${this.sender}`);
    }
    return this.reader.checked(name, check) ?? '';
  }

  /** Which of the two services are configured: each by any variable of its own. One of them must be. */
  services(
    prefix: string,
    own: { sms: readonly string[]; voice: readonly string[] },
  ): [sms: boolean, voice: boolean] {
    const any = (service: string, names: readonly string[]) =>
      ['TEMPLATES', ...names].some(name => this.reader.isSet(`${prefix}_${service}_${name}`));
    const [sms, voice] = [any('SMS', own.sms), any('VOICE', own.voice)];
    if (!sms && !voice) {
      this.required(`${prefix}_SMS_TEMPLATES`, `templates of text messages (or ${prefix}_VOICE_TEMPLATES)`);
    }
    return [sms, voice];
  }

  noticeTemplates(prefix: string): Templates {
    return this.reader.checked(`${prefix}_NOTICE_TEMPLATES`, parseNoticeTemplates) ?? new Map();
  }

  /** @param label what the last part of the URL has to begin with */
  phoneService(prefix: string, url: string, label = ''): PhoneService {
    const name = `${prefix}_TEMPLATES`;
    if (!this.reader.isSet(name)) this.required(name, 'the codes of approved templates');
    return {
      url: this.reader.checked(`${prefix}_URL`, vendorUrl(this.production, label)) ?? url,
      templates: this.reader.checked(name, parseTemplates) ?? new Map(),
    };
  }
}

const vendorUrl =
  (production: boolean, label: string) =>
  (value: string): string => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    // A password in the URL must not reach the log.
    if (url?.username || url?.password) throw new InvalidSetting('a URL without a user', '(not shown)');
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
      throw new InvalidSetting('a URL like https://sms.vendor.example', value);
    }
    if (production && (url.protocol !== 'https:' || isLoopback(url.hostname))) {
      throw new InvalidSetting("the vendor's own https URL in prod, no simulator", value);
    }
    const trimmed = value.replace(/\/+$/, '');
    // Tencent's client signs for the service that this part names.
    if (!trimmed.slice(trimmed.lastIndexOf('/') + 1).startsWith(label)) {
      throw new InvalidSetting(
        `a URL whose last part begins with "${label}", like https://${label}tencentcloudapi.com`,
        value,
      );
    }
    return trimmed;
  };

const digits =
  (expected: string) =>
  (value: string): string => {
    if (/^\d{3,20}$/.test(value)) return value;
    throw new InvalidSetting(expected, value);
  };

const oneOf =
  <T extends string>(names: readonly T[]) =>
  (value: string): T => {
    const known = names.find(one => one === value);
    if (known) return known;
    throw new InvalidSetting(
      `names out of ${names.join(', ')}, in the order of the template's {1}, {2}`,
      value,
    );
  };
const param = oneOf(tencentParams);
const noticeParam = oneOf(noticeVariables);
