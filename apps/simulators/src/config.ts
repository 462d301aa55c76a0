/** The configuration of the simulated vendors: port, accounts, keys and templates. */
import type { Client } from './people.ts';
import {
  aliyunSmsTemplates,
  aliyunVoiceTemplates,
  type Templates,
  tencentSmsTemplates,
  tencentVoiceTemplates,
} from './templates.ts';

/** A key pair of a cloud account. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

export interface SimulatorsConfig {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** WeChat's website apps. */
  readonly wechat: readonly Client[];
  /** WeChat's service accounts. */
  readonly wechatService: readonly Client[];
  readonly qq: readonly Client[];
  /** Host names that WeChat and QQ may redirect to, on any port. */
  readonly redirectHosts: readonly string[];
  readonly aliyun: readonly AccessKey[];
  readonly tencent: readonly AccessKey[];
  /** Approved signatures of text messages, at both vendors. */
  readonly signNames: readonly string[];
  /** Tencent's applications of text messages and of voice. */
  readonly smsSdkAppIds: readonly string[];
  readonly voiceSdkAppIds: readonly string[];
  /** GeeTest's captcha ids (gt) and keys. */
  readonly geetest: readonly AccessKey[];
  /** Tencent's CaptchaAppIds and AppSecretKeys. */
  readonly tencentCaptcha: readonly AccessKey[];
  /** NetEase's secret ids and keys, and the captcha ids that they may query. */
  readonly netease: readonly AccessKey[];
  readonly neteaseCaptchaIds: readonly string[];
  /** NextData's organizations and access keys. */
  readonly nextdata: readonly AccessKey[];
  /** Aliyun AWSC's appkeys and scenes. The signing keys are those of `aliyun`. */
  readonly awscAppKeys: readonly string[];
  readonly awscScenes: readonly string[];
  /** Tokens and signing keys of group bots, at all three vendors. */
  readonly bots: readonly AccessKey[];
  readonly templates: {
    readonly aliyunSms: Templates;
    readonly aliyunVoice: Templates;
    readonly tencentSms: Templates;
    readonly tencentVoice: Templates;
  };
}

/** Also listed in README.md. The keys are valid for the simulators only. */
export const defaults: SimulatorsConfig = {
  host: '127.0.0.1',
  port: 8090,
  wechat: [
    { id: 'wx0000000000000001', secret: 'wechat-simulator-secret-0000001', group: 'school' },
    { id: 'wx0000000000000002', secret: 'wechat-simulator-secret-0000002', group: 'school' },
    { id: 'wx0000000000000003', secret: 'wechat-simulator-secret-0000003' },
  ],
  wechatService: [
    { id: 'wx0000000000000011', secret: 'wechat-simulator-secret-0000011', group: 'school' },
    { id: 'wx0000000000000012', secret: 'wechat-simulator-secret-0000012' },
  ],
  qq: [
    { id: '100000001', secret: 'qq-simulator-secret-00000000001', group: 'school' },
    { id: '100000002', secret: 'qq-simulator-secret-00000000002', group: 'school' },
    { id: '100000003', secret: 'qq-simulator-secret-00000000003' },
  ],
  redirectHosts: ['localhost', '127.0.0.1', '[::1]'],
  aliyun: [{ id: 'aliyun-simulator-key', secret: 'aliyun-simulator-secret' }],
  tencent: [{ id: 'tencent-simulator-id', secret: 'tencent-simulator-key' }],
  signNames: ['Rollcall', '点名'],
  smsSdkAppIds: ['1400000001'],
  voiceSdkAppIds: ['1400000002'],
  geetest: [{ id: 'c0ffee00000000000000000000000001', secret: 'geetest0simulator0key00000000001' }],
  tencentCaptcha: [{ id: '190000001', secret: 'tencent-captcha-simulator-key' }],
  netease: [{ id: 'netease-simulator-id', secret: 'netease-simulator-key' }],
  neteaseCaptchaIds: ['decade00000000000000000000000001'],
  nextdata: [{ id: 'nextdata-simulator', secret: 'nextdata-simulator-access-key' }],
  awscAppKeys: ['FFFF0N00000000000001'],
  awscScenes: ['nc_login', 'nc_register', 'nc_message'],
  bots: [{ id: 'simulated-bot-0001', secret: 'SEC-simulated-bot-0001' }],
  templates: {
    aliyunSms: aliyunSmsTemplates,
    aliyunVoice: aliyunVoiceTemplates,
    tencentSms: tencentSmsTemplates,
    tencentVoice: tencentVoiceTemplates,
  },
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the SIMULATORS_* variables over the defaults; an empty value counts as unset.
 *
 * @throws ConfigError that names every invalid variable and the expected form
 */
export const readConfig = (env: Environment): SimulatorsConfig => {
  const errors: string[] = [];
  const read = <T>(
    name: string,
    fallback: T,
    expected: string,
    parse: (value: string) => T | undefined,
  ): T => {
    const value = env[name];
    if (value === undefined || value === '') return fallback;
    const parsed = parse(value);
    // The value is not in the message: it may be a real secret, set by mistake.
    if (parsed === undefined) errors.push(`${name}: expected ${expected}.`);
    return parsed ?? fallback;
  };
  const clients = 'id:secret or id:secret:group, with commas between';
  const keys = 'id:secret, with commas between';
  const texts = 'names with commas between';
  const config: SimulatorsConfig = {
    host: read('SIMULATORS_HOST', defaults.host, 'a host name or an IP address', host),
    port: read('SIMULATORS_PORT', defaults.port, 'a port from 0 to 65535', port),
    wechat: read('SIMULATORS_WECHAT_APPS', defaults.wechat, clients, listOf(client)),
    wechatService: read('SIMULATORS_WECHAT_SERVICE_APPS', defaults.wechatService, clients, listOf(client)),
    qq: read('SIMULATORS_QQ_APPS', defaults.qq, clients, listOf(client)),
    redirectHosts: read(
      'SIMULATORS_REDIRECT_HOSTS',
      defaults.redirectHosts,
      'host names with commas between',
      listOf(host),
    ),
    aliyun: read('SIMULATORS_ALIYUN_KEYS', defaults.aliyun, keys, listOf(key)),
    tencent: read('SIMULATORS_TENCENT_KEYS', defaults.tencent, keys, listOf(key)),
    signNames: read('SIMULATORS_SIGN_NAMES', defaults.signNames, texts, listOf(text)),
    smsSdkAppIds: read('SIMULATORS_TENCENT_SMS_APPS', defaults.smsSdkAppIds, texts, listOf(text)),
    voiceSdkAppIds: read('SIMULATORS_TENCENT_VOICE_APPS', defaults.voiceSdkAppIds, texts, listOf(text)),
    geetest: read('SIMULATORS_GEETEST_KEYS', defaults.geetest, keys, listOf(key)),
    tencentCaptcha: read('SIMULATORS_TENCENT_CAPTCHA_KEYS', defaults.tencentCaptcha, keys, listOf(key)),
    netease: read('SIMULATORS_NETEASE_KEYS', defaults.netease, keys, listOf(key)),
    neteaseCaptchaIds: read(
      'SIMULATORS_NETEASE_CAPTCHA_IDS',
      defaults.neteaseCaptchaIds,
      texts,
      listOf(text),
    ),
    nextdata: read('SIMULATORS_NEXTDATA_KEYS', defaults.nextdata, keys, listOf(key)),
    awscAppKeys: read('SIMULATORS_AWSC_APPKEYS', defaults.awscAppKeys, texts, listOf(text)),
    awscScenes: read('SIMULATORS_AWSC_SCENES', defaults.awscScenes, texts, listOf(text)),
    bots: read('SIMULATORS_BOTS', defaults.bots, 'token:key, with commas between', listOf(key)),
    templates: defaults.templates,
  };
  if (errors.length > 0) throw new ConfigError(`The configuration is wrong.\n${errors.join('\n')}`);
  return config;
};

const text = (value: string): string | undefined => value.trim() || undefined;

const host = (value: string): string | undefined => (/^[\w.:%[\]-]{1,255}$/.test(value) ? value : undefined);

const port = (value: string): number | undefined =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;

const key = (value: string): AccessKey | undefined => {
  const [id, secret, ...rest] = value.trim().split(':');
  return id && secret && rest.length === 0 ? { id, secret } : undefined;
};

const client = (value: string): Client | undefined => {
  const [id, secret, group, ...rest] = value.trim().split(':');
  if (!id || !secret || group === '' || rest.length > 0) return undefined;
  return group === undefined ? { id, secret } : { id, secret, group };
};

/** A list is invalid if one of its items is. */
const listOf =
  <T>(parse: (value: string) => T | undefined) =>
  (value: string): T[] | undefined => {
    const parts = value.split(',').map(parse);
    return parts.every(part => part !== undefined) ? parts : undefined;
  };
