import SmsClient, { SendSmsRequest } from '@alicloud/dysmsapi20170525';
import { $OpenApiUtil } from '@alicloud/openapi-core';
import RpcClient from '@alicloud/pop-core';
import { describe, expect, it } from 'vitest';
import { defaults } from '../../../apps/simulators/src/config.ts';
import { simulatorsOfFile } from '../../../apps/simulators/src/testing.ts';

const running = await simulatorsOfFile();

const key = defaults.aliyun[0] ?? { id: '', secret: '' };

/** The module is CommonJS: its default may come wrapped. */
const Sms = (SmsClient as unknown as { default?: typeof SmsClient }).default ?? SmsClient;

const sms = (prefix = '', secret = key.secret, signatureAlgorithm?: string) =>
  new Sms(
    new $OpenApiUtil.Config({
      accessKeyId: key.id,
      accessKeySecret: secret,
      endpoint: running.url.slice('http://'.length) + prefix,
      protocol: 'http',
      ...(signatureAlgorithm && { signatureAlgorithm }),
    }),
  );
const message = (more: Record<string, string> = {}) =>
  new SendSmsRequest({
    phoneNumbers: '13800138000',
    signName: '点名',
    templateCode: 'SMS_20260101',
    templateParam: JSON.stringify({ code: '123456' }),
    ...more,
  });
const codeOf = async (more?: Record<string, string>) => (await sms().sendSms(message(more))).body?.code;

const rpc = (product: string, apiVersion = '2017-05-25', secret = key.secret, accessKeyId = key.id) =>
  new RpcClient({
    accessKeyId,
    accessKeySecret: secret,
    endpoint: `${running.url}/aliyun/${product}`,
    apiVersion,
  });
const voice = {
  CalledNumber: '13800138000',
  TtsCode: 'TTS_20260201',
  TtsParam: '{"code":"654321"}',
  PlayTimes: 2,
};

describe('SendSms through the official client', () => {
  it.each([
    ['V3 at the root', '', undefined],
    ['V3 below the prefix', '/aliyun/dysmsapi', undefined],
    ['RPC at the root', '', 'v2'],
    ['RPC below the prefix', '/aliyun/dysmsapi', 'v2'],
  ])('is accepted: %s', async (_name, prefix, algorithm) => {
    const { body, statusCode } = await sms(prefix, key.secret, algorithm).sendSms(message());
    expect([statusCode, body?.code, body?.message]).toEqual([200, 'OK', 'OK']);
    expect(body?.bizId).toMatch(/^\d+\^0$/);
    expect(JSON.parse((await running.get('/control/messages?to=13800138000')).text)).toEqual([
      {
        vendor: 'aliyun-sms',
        channel: 'sms',
        to: '13800138000',
        template: 'SMS_20260101',
        params: { code: '123456' },
        text: '【点名】验证码 123456，用于注册，10 分钟内有效，请勿告诉他人。',
        at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it.each([undefined, 'v2'])('is refused with a wrong secret (%s)', async algorithm => {
    await expect(sms('', 'wrong', algorithm).sendSms(message())).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
      statusCode: 400,
    });
    expect(JSON.parse((await running.get('/control/messages')).text)).toEqual([]);
  });

  it.each([
    ['isv.MOBILE_NUMBER_ILLEGAL', { phoneNumbers: '12345' }],
    ['isv.SMS_SIGNATURE_ILLEGAL', { signName: '某站' }],
    ['isv.SMS_TEMPLATE_ILLEGAL', { templateCode: 'toString' }],
    ['isv.INVALID_JSON_PARAM', { templateParam: '{code' }],
    ['isv.INVALID_JSON_PARAM', { templateParam: '{"code":123456}' }],
    ['isv.TEMPLATE_MISSING_PARAMETERS', { templateParam: '{"other":"1"}' }],
    ['isv.PARAM_LENGTH_LIMIT', { templateParam: JSON.stringify({ code: 'x'.repeat(36) }) }],
    ['isv.MOBILE_COUNT_OVER_LIMIT', { phoneNumbers: Array(1001).fill('13800138000').join(',') }],
  ])('is answered %s with HTTP 200', async (code, more) => {
    expect(await codeOf(more)).toBe(code);
  });

  it.each(['phoneNumbers', 'signName', 'templateCode'])('is refused without %s', async field => {
    const code = `Missing${field[0]?.toUpperCase()}${field.slice(1)}`;
    await expect(sms().sendSms(message({ [field]: '' }))).rejects.toMatchObject({ code, statusCode: 400 });
  });

  it('keeps the limits of one number: 1 a minute, 5 an hour, 10 a day', async () => {
    const limited = async () => (await sms().sendSms(message())).body;
    expect((await limited())?.code).toBe('OK');
    expect(await limited()).toMatchObject({
      code: 'isv.BUSINESS_LIMIT_CONTROL',
      message: '触发分钟级流控Permits:1',
    });
    expect(await codeOf({ phoneNumbers: '13900139000' })).toBe('OK');
    for (let sent = 1; sent < 5; sent += 1) {
      running.advance(60_000);
      expect((await limited())?.code).toBe('OK');
    }
    running.advance(60_000);
    expect((await limited())?.message).toBe('触发小时级流控Permits:5');
    running.advance(3_600_000);
    for (let sent = 5; sent < 10; sent += 1) {
      expect((await limited())?.code).toBe('OK');
      running.advance(60_000);
    }
    running.advance(3_600_000);
    expect((await limited())?.message).toBe('触发天级流控Permits:10');
    running.advance(24 * 3_600_000);
    expect((await limited())?.code).toBe('OK');
  });
});

describe('SingleCallByTts through the official client', () => {
  it('is accepted by GET and by POST', async () => {
    const answer = await rpc('dyvmsapi').request('SingleCallByTts', voice, {});
    expect(answer).toMatchObject({ Code: 'OK', Message: 'OK', CallId: expect.stringMatching(/^\d+\^\d+$/) });
    const other = { ...voice, CalledNumber: '13900139000', TtsCode: 'TTS_20260101' };
    expect(await rpc('dyvmsapi').request('SingleCallByTts', other, { method: 'POST' })).toMatchObject({
      Code: 'OK',
    });
    expect(JSON.parse((await running.get('/control/messages?to=13800138000')).text)).toMatchObject([
      { vendor: 'aliyun-voice', channel: 'voice', text: expect.stringMatching(/^654321 is your code/) },
    ]);
  });

  it.each([
    ['SignatureDoesNotMatch', () => rpc('dyvmsapi', '2017-05-25', 'wrong').request('SingleCallByTts', voice)],
    [
      'InvalidAccessKeyId.NotFound',
      () => rpc('dyvmsapi', '2017-05-25', 'x', 'nobody').request('SingleCallByTts', voice),
    ],
    ['InvalidVersion', () => rpc('dyvmsapi', '2016-01-01').request('SingleCallByTts', voice)],
    ['InvalidAction.NotFound', () => rpc('dyvmsapi').request('SendSms', voice)],
    ['MissingTtsCode', () => rpc('dyvmsapi').request('SingleCallByTts', { ...voice, TtsCode: '' })],
    [
      'isv.TTS_TEMPLATE_ILLEGAL',
      () => rpc('dyvmsapi').request('SingleCallByTts', { ...voice, TtsCode: 'TTS_0' }),
    ],
    [
      'isv.MOBILE_NUMBER_ILLEGAL',
      () => rpc('dyvmsapi').request('SingleCallByTts', { ...voice, CalledNumber: '1' }),
    ],
    ['isv.INVALID_PARAMETERS', () => rpc('dyvmsapi').request('SingleCallByTts', { ...voice, PlayTimes: 4 })],
    [
      'isv.DISPLAY_NUMBER_ILLEGAL',
      () => rpc('dyvmsapi').request('SingleCallByTts', { ...voice, CalledShowNumber: 'x' }),
    ],
  ])('is refused with %s', async (code, ask) => {
    await expect(ask()).rejects.toMatchObject({ code, data: { Code: code, RequestId: expect.any(String) } });
  });

  it('keeps the limits of one number', async () => {
    await rpc('dyvmsapi').request('SingleCallByTts', voice);
    await expect(rpc('dyvmsapi').request('SingleCallByTts', voice)).rejects.toMatchObject({
      code: 'isv.BUSINESS_LIMIT_CONTROL',
    });
  });
});

describe('trouble', () => {
  it('is as it was set, for one product or for both', async () => {
    await running.post('/control/aliyun', { mode: 'fail' });
    expect(await codeOf()).toBe('isv.OUT_OF_SERVICE');
    await running.post('/control/aliyun-sms', { mode: 'error', code: 'ServiceUnavailable' });
    await expect(sms().sendSms(message())).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      statusCode: 503,
    });
    await expect(rpc('dyvmsapi').request('SingleCallByTts', voice)).rejects.toMatchObject({
      code: 'isv.OUT_OF_SERVICE',
    });
    await running.post('/control/aliyun', { mode: 'down' });
    await expect(sms().sendSms(message())).rejects.toThrow(/socket hang up|ECONNRESET/);
    await expect(rpc('dyvmsapi').request('SingleCallByTts', voice)).rejects.toThrow(
      /socket hang up|ECONNRESET/,
    );
    await running.post('/control/aliyun', { mode: 'slow', delay_ms: 2500 });
    expect(await codeOf()).toBe('OK');
    expect(running.waits.at(-1)).toBe(2500);
  });
});
