import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Reader } from '../platform/config-reader.ts';
import { createLog } from '../platform/log.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Channel, Message, Sender } from './messages.ts';
import { createMessages } from './send.ts';
import { createSenders } from './senders.ts';
import { messageSettings, type SenderName } from './settings.ts';
import { aliyunKey, serveAliyun } from './testing/aliyun-gateway.ts';
import { makeCertificate } from './testing/certificate.ts';
import type { Gateway } from './testing/gateway.ts';
import { serveMail } from './testing/mail-server.ts';
import { serveTencent, tencentKey } from './testing/tencent-gateway.ts';
import { SenderError } from './vendor.ts';

/** Milliseconds that a vendor gets where it is silent for good, and where it answers: the most that can be configured. */
const SHORT = 150;
const LONG = 60_000;

type Environment = Record<string, string>;

/** The sender that a configuration makes; a wrong configuration fails the test with its problems. */
const configured = (name: SenderName, env: Environment, timeoutMs: number): Sender => {
  const reader = new Reader({ ...env, ROLLCALL_SENDER_TIMEOUT_MS: String(timeoutMs) });
  const settings = messageSettings(reader, [name], false);
  reader.end();
  const [sender] = createSenders([name], settings, undefined);
  if (!sender) throw new Error('no sender was made');
  return sender;
};

const aliyunEnv = (url: string): Environment => ({
  ROLLCALL_ALIYUN_ACCESS_KEY_ID: aliyunKey.accessKeyId,
  ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: aliyunKey.accessKeySecret,
  ROLLCALL_ALIYUN_SMS_URL: `${url}/aliyun/dysmsapi`,
  ROLLCALL_ALIYUN_SMS_SIGN: '点名（测试）!*',
  ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_1, en=SMS_2, register.en=SMS_3',
  ROLLCALL_ALIYUN_VOICE_URL: url,
  ROLLCALL_ALIYUN_VOICE_TEMPLATES: 'TTS_1, en=TTS_2',
  ROLLCALL_ALIYUN_VOICE_NUMBER: '4001112222',
});
const tencentEnv = (url: string): Environment => ({
  ROLLCALL_TENCENT_SECRET_ID: tencentKey.secretId,
  ROLLCALL_TENCENT_SECRET_KEY: tencentKey.secretKey,
  ROLLCALL_TENCENT_SMS_URL: `${url}/tencent/sms.tencentcloudapi.com`,
  ROLLCALL_TENCENT_SMS_APP_ID: '1400000001',
  ROLLCALL_TENCENT_SMS_SIGN: '点名',
  ROLLCALL_TENCENT_SMS_TEMPLATES: '101, en=102, register.en=103',
  ROLLCALL_TENCENT_VOICE_URL: `${url}/vms.tencentcloudapi.com`,
  ROLLCALL_TENCENT_VOICE_APP_ID: '1400000002',
  ROLLCALL_TENCENT_VOICE_TEMPLATES: '201, en=202',
  ROLLCALL_TENCENT_VOICE_PARAMS: 'code',
});
const smtpEnv = (url: string): Environment => ({
  ROLLCALL_SMTP_URL: url,
  ROLLCALL_SMTP_FROM: '点名 <no-reply@school.example>',
  ROLLCALL_SMTP_TLS: 'none',
});

interface Stage {
  readonly name: SenderName;
  readonly channel: Channel;
  readonly serve: () => Promise<Gateway>;
  readonly env: (url: string) => Environment;
  /** As the person's address arrives at the vendor. */
  readonly arrives: string;
  /** By language: of a registration, and of a sign-in. */
  readonly templates: Record<Message['language'], readonly [register: string, login: string]> | undefined;
  /** Finds the code in what arrives. */
  readonly code: (fields: Readonly<Record<string, unknown>>) => unknown;
  /** What goes along, word for word. */
  readonly fields: object;
  readonly errors: readonly { readonly code: string; readonly message?: string; readonly logged: string }[];
  /** What is logged of a proxy's page, with status 502, in place of the vendor's answer. */
  readonly page: string;
  readonly limits: readonly {
    readonly code: string;
    readonly message?: string;
    readonly refusal: 'CaptchaTooFrequent' | 'CaptchaLimitReached';
    readonly seconds: number;
  }[];
}

const aliyunLimit = 'isv.BUSINESS_LIMIT_CONTROL';
const aliyunTrouble = {
  errors: [
    { code: 'isv.AMOUNT_NOT_ENOUGH', logged: 'isv.AMOUNT_NOT_ENOUGH' },
    // The account's own limit: another vendor may well send.
    { code: 'isv.DAY_LIMIT_CONTROL', message: '触发日发送限额', logged: 'isv.DAY_LIMIT_CONTROL' },
  ],
  limits: [
    { code: aliyunLimit, message: '触发分钟级流控Permits:1', refusal: 'CaptchaTooFrequent', seconds: 60 },
    { code: aliyunLimit, message: '触发小时级流控Permits:5', refusal: 'CaptchaLimitReached', seconds: 3600 },
    { code: aliyunLimit, message: '触发天级流控Permits:10', refusal: 'CaptchaLimitReached', seconds: 86_400 },
    { code: aliyunLimit, message: 'VALVE:D_MC', refusal: 'CaptchaLimitReached', seconds: 86_400 },
    { code: aliyunLimit, message: 'unheard of', refusal: 'CaptchaTooFrequent', seconds: 60 },
  ],
} as const;
const number = '13812345678';
const tencentFrequency = {
  code: 'LimitExceeded.DeliveryFrequencyLimit',
  refusal: 'CaptchaTooFrequent',
  seconds: 60,
} as const;

const stages: readonly Stage[] = [
  {
    name: 'aliyun',
    channel: 'sms',
    serve: serveAliyun,
    page: 'unreadable answer',
    env: aliyunEnv,
    arrives: number,
    templates: { 'zh-CN': ['SMS_1', 'SMS_1'], en: ['SMS_3', 'SMS_2'] },
    code: fields => (JSON.parse(String(fields['TemplateParam'])) as { code: unknown }).code,
    fields: { Action: 'SendSms', SignName: '点名（测试）!*' },
    ...aliyunTrouble,
  },
  {
    name: 'aliyun',
    channel: 'voice',
    serve: serveAliyun,
    page: 'unreadable answer',
    env: aliyunEnv,
    arrives: number,
    templates: { 'zh-CN': ['TTS_1', 'TTS_1'], en: ['TTS_2', 'TTS_2'] },
    code: fields => (JSON.parse(String(fields['TtsParam'])) as { code: unknown }).code,
    fields: { Action: 'SingleCallByTts', CalledShowNumber: '4001112222', PlayTimes: '2' },
    ...aliyunTrouble,
  },
  {
    name: 'tencent',
    channel: 'sms',
    serve: serveTencent,
    page: 'status 502',
    env: tencentEnv,
    arrives: `+86${number}`,
    templates: { 'zh-CN': ['101', '101'], en: ['103', '102'] },
    code: fields => (fields['TemplateParamSet'] as string[])[0],
    fields: { SmsSdkAppId: '1400000001', SignName: '点名', TemplateParamSet: ['012345', '10'] },
    errors: [
      {
        code: 'FailedOperation.InsufficientBalanceInSmsPackage',
        logged: 'FailedOperation.InsufficientBalanceInSmsPackage',
      },
      { code: 'LimitExceeded.AppDailyLimit', logged: 'LimitExceeded.AppDailyLimit' },
    ],
    limits: [
      { code: 'LimitExceeded.PhoneNumberThirtySecondLimit', refusal: 'CaptchaTooFrequent', seconds: 30 },
      tencentFrequency,
      { code: 'LimitExceeded.PhoneNumberOneHourLimit', refusal: 'CaptchaLimitReached', seconds: 3600 },
      { code: 'LimitExceeded.PhoneNumberDailyLimit', refusal: 'CaptchaLimitReached', seconds: 86_400 },
      {
        code: 'LimitExceeded.PhoneNumberSameContentDailyLimit',
        refusal: 'CaptchaLimitReached',
        seconds: 86_400,
      },
    ],
  },
  {
    name: 'tencent',
    channel: 'voice',
    serve: serveTencent,
    page: 'status 502',
    env: tencentEnv,
    arrives: `+86${number}`,
    templates: { 'zh-CN': ['201', '201'], en: ['202', '202'] },
    code: fields => (fields['TemplateParamSet'] as string[])[0],
    fields: { VoiceSdkAppid: '1400000002', TemplateParamSet: ['012345'], PlayTimes: 2 },
    errors: [{ code: 'InternalError.UpstreamError', logged: 'InternalError.UpstreamError' }],
    limits: [tencentFrequency],
  },
  {
    name: 'smtp',
    channel: 'email',
    page: 'EPROTOCOL CONN',
    serve: () => serveMail({ tls: 'none', certificate: makeCertificate() }),
    env: smtpEnv,
    arrives: 'alice@example.com',
    templates: undefined,
    code: fields => /\b012345\b/.exec(String(fields['message']))?.[0],
    fields: { from: 'no-reply@school.example' },
    errors: [{ code: '550', logged: 'EENVELOPE RCPT TO 550' }],
    // Mail servers have none that is one person's.
    limits: [],
  },
];

describe.each(stages)('the sender $name for $channel', stage => {
  const { channel, name, errors, limits } = stage;
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await stage.serve();
  });
  afterEach(() => {
    gateway.behaviour = 'well';
    gateway.accepted.length = 0;
  });
  afterAll(() => gateway.stop());

  const to = channel === 'email' ? 'alice@example.com' : number;
  const message: Message = { to, channel, purpose: 'register', code: '012345', language: 'en' };
  const sender = (timeoutMs = LONG, env: Environment = {}) =>
    configured(name, { ...stage.env(gateway.url), ...env }, timeoutMs);

  const failure = async (timeoutMs = LONG, env: Environment = {}): Promise<SenderError> => {
    const error: unknown = await sender(timeoutMs, env)
      .send(message)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SenderError);
    // It is logged, whole.
    const logged = `${JSON.stringify(error)} ${String(error)} ${(error as Error).stack ?? ''}`;
    expect(logged).not.toContain(to);
    expect(logged).not.toContain('012345');
    return error as SenderError;
  };

  it('serves its channel', () => expect(sender().channels).toContain(channel));

  it('delivers to the right address, with the code and the fields of the settings', async () => {
    await sender().send(message);
    expect(gateway.accepted).toHaveLength(1);
    const [taken] = gateway.accepted;
    expect(taken?.to).toBe(stage.arrives);
    expect(taken?.fields).toMatchObject(stage.fields);
    expect(stage.code(taken?.fields ?? {})).toBe('012345');
  });

  it('uses the template of the purpose and language', async () => {
    const { templates } = stage;
    const sent = [];
    for (const language of ['zh-CN', 'en'] as const) {
      for (const purpose of ['register', 'login'] as const) {
        await sender().send({ ...message, language, purpose });
        sent.push(gateway.accepted.at(-1)?.template);
      }
    }
    expect(sent).toEqual(
      templates ? [...templates['zh-CN'], ...templates.en] : [undefined, undefined, undefined, undefined],
    );
  });

  it('delivers each of several at once', async () => {
    const one = sender();
    const codes = Array.from({ length: 8 }, (_, index) => `01234${index}`);
    await Promise.all(codes.map(code => one.send({ ...message, code })));
    expect(gateway.accepted).toHaveLength(8);
  });

  it.each(errors)('fails at $code, so that the next one is tried', async ({ logged, ...behaviour }) => {
    gateway.behaviour = behaviour;
    expect((await failure()).code).toBe(logged);
  });

  it.for(limits)('turns $code ($message) into $refusal', async ({ refusal, seconds, ...behaviour }) => {
    gateway.behaviour = behaviour;
    const sending = sender().send(message);
    await expect(sending).rejects.toBeInstanceOf(Refusal);
    await expect(sending).rejects.toMatchObject({ refusal, detail: { data: { retry_after: seconds } } });
  });

  it.each(['cut', 'page'] as const)(
    'fails where the vendor does not speak its protocol: %s',
    async behaviour => {
      gateway.behaviour = behaviour;
      const { code } = await failure();
      if (behaviour === 'page') expect(code).toBe(stage.page);
      expect(gateway.accepted).toEqual([]);
    },
  );

  it('gives up after its time-out, and closes the connection', async () => {
    gateway.behaviour = 'hang';
    // The client of SMTP limits its connection to the same time, and either may be first.
    expect((await failure(SHORT)).code).toMatch(/^(?:timeout|ETIMEDOUT CONN)$/);
    await expect.poll(() => gateway.open(), { interval: 20 }).toBe(0);
  });

  it('fails if the connection is refused', async () => {
    expect((await failure(LONG, stage.env(`${new URL(gateway.url).protocol}//127.0.0.1:1`))).code).toMatch(
      /ECONNREFUSED|ESOCKET/,
    );
  });
});

describe('signatures', () => {
  it.each([
    ['aliyun', serveAliyun, aliyunEnv, 'ROLLCALL_ALIYUN_ACCESS_KEY_SECRET', 'SignatureDoesNotMatch'],
    ['tencent', serveTencent, tencentEnv, 'ROLLCALL_TENCENT_SECRET_KEY', 'AuthFailure.SignatureFailure'],
  ] as const)('with a wrong secret %s takes nothing', async (name, serve, env, secret, code) => {
    const gateway = await serve();
    try {
      const sender = configured(name, { ...env(gateway.url), [secret]: 'another' }, LONG);
      const sending = sender.send({
        to: number,
        channel: 'sms',
        purpose: 'login',
        code: '012345',
        language: 'en',
      });
      await expect(sending).rejects.toMatchObject({ code });
      expect(gateway.accepted).toEqual([]);
    } finally {
      await gateway.stop();
    }
  });
});

describe('several senders', () => {
  it('fall back from a vendor that fails to the next, and count both', async () => {
    const [aliyun, tencent] = await Promise.all([serveAliyun(), serveTencent()]);
    try {
      aliyun.behaviour = { code: 'isv.AMOUNT_NOT_ENOUGH' };
      const names = ['aliyun', 'tencent'] as const;
      const reader = new Reader({ ...aliyunEnv(aliyun.url), ...tencentEnv(tencent.url) });
      const settings = messageSettings(reader, names, false);
      const lines: string[] = [];
      const log = createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) });
      const counted: string[] = [];
      const messages = createMessages(
        createSenders(names, settings, undefined),
        log,
        (sender, channel, outcome, purpose, reason) => {
          counted.push([sender, channel, outcome, purpose, reason].join(' ').trim());
        },
      );
      await messages.send({
        to: number,
        channel: 'sms',
        purpose: 'login',
        code: '012345',
        language: 'zh-CN',
      });
      expect(aliyun.accepted).toEqual([]);
      expect(tencent.accepted.map(taken => taken.to)).toEqual([`+86${number}`]);
      expect(counted).toEqual(['aliyun sms failed login isv.AMOUNT_NOT_ENOUGH', 'tencent sms sent login']);
      expect(lines.join('')).toContain('isv.AMOUNT_NOT_ENOUGH');
      expect(lines.join('')).not.toMatch(/13812345678|012345/);

      aliyun.behaviour = { code: aliyunLimit, message: '触发小时级流控Permits:5' };
      const limited = messages.send({
        to: number,
        channel: 'sms',
        purpose: 'login',
        code: '012345',
        language: 'en',
      });
      await expect(limited).rejects.toMatchObject({ refusal: 'CaptchaLimitReached' });
      expect(tencent.accepted).toHaveLength(1);
      expect(counted.at(-1)).toMatch(/^aliyun sms limited login Captcha/);
    } finally {
      await Promise.all([aliyun.stop(), tencent.stop()]);
    }
  });
});
