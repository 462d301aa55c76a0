import { CommonClient } from 'tencentcloud-sdk-nodejs-common';
import { describe, expect, it } from 'vitest';
import { defaults } from '../config.ts';
import { simulatorsOfFile } from '../testing.ts';

const running = await simulatorsOfFile();

const key = defaults.tencent[0] ?? { id: '', secret: '' };

interface ClientOptions {
  readonly endpoint?: string;
  readonly version?: string;
  readonly secretId?: string;
  readonly secretKey?: string;
  readonly region?: string;
}
const client = ({
  endpoint = 'sms.tencentcloudapi.com',
  version = '2021-01-11',
  secretId = key.id,
  secretKey = key.secret,
  region = 'ap-guangzhou',
}: ClientOptions = {}) =>
  new CommonClient(endpoint, version, {
    credential: { secretId, secretKey },
    region,
    profile: { httpProfile: { protocol: `${running.url}/tencent/` } },
  });
const vms = (options: ClientOptions = {}) =>
  client({ endpoint: 'vms.tencentcloudapi.com', version: '2020-09-02', ...options });

const sms = {
  PhoneNumberSet: ['+8613800138000'],
  SmsSdkAppId: '1400000001',
  TemplateId: '2026011',
  SignName: '点名',
  TemplateParamSet: ['123456', '10'],
};
const call = {
  TemplateId: '2026031',
  CalledNumber: '+8613800138000',
  VoiceSdkAppid: '1400000002',
  TemplateParamSet: ['123456', '10'],
};
const send = async (more: object = {}) =>
  (await client().request('SendSms', { ...sms, ...more })) as {
    SendStatusSet: { Code: string; Message: string; PhoneNumber: string; Fee: number; IsoCode: string }[];
  };
const codesOf = async (more?: object) => (await send(more)).SendStatusSet.map(status => status.Code);

describe('SendSms through the official client', () => {
  it('is accepted, with a row for each number', async () => {
    const { SendStatusSet } = await send({
      PhoneNumberSet: ['+8613800138000', '13900139000', '+8521'],
      SessionContext: 's',
    });
    expect(SendStatusSet).toMatchObject([
      {
        Code: 'Ok',
        Message: 'send success',
        PhoneNumber: '+8613800138000',
        Fee: 1,
        IsoCode: 'CN',
        SessionContext: 's',
      },
      { Code: 'Ok', PhoneNumber: '+8613900139000' },
      { Code: 'InvalidParameterValue.IncorrectPhoneNumber', PhoneNumber: '+8521', Fee: 0 },
    ]);
    expect(JSON.parse((await running.get('/control/messages?to=13800138000')).text)).toMatchObject([
      {
        vendor: 'tencent-sms',
        to: '+8613800138000',
        template: '2026011',
        params: { 1: '123456', 2: '10' },
        text: '【点名】验证码 123456，用于注册，10 分钟内有效，请勿告诉他人。',
      },
    ]);
  });

  it.each([
    ['FailedOperation.SignatureIncorrectOrUnapproved', { SignName: '某站' }],
    ['FailedOperation.SignatureIncorrectOrUnapproved', { SignName: undefined }],
    ['FailedOperation.TemplateIncorrectOrUnapproved', { TemplateId: 'constructor' }],
    ['FailedOperation.TemplateParamSetNotMatchApprovedTemplate', { TemplateParamSet: ['123456'] }],
    ['FailedOperation.TemplateParamSetNotMatchApprovedTemplate', { TemplateParamSet: ['', '10'] }],
  ])('has %s in its row for %o', async (code, more) => {
    expect(await codesOf(more)).toEqual([code]);
    expect(JSON.parse((await running.get('/control/messages')).text)).toEqual([]);
  });

  it.each([
    ['MissingParameter.EmptyPhoneNumberSet', { PhoneNumberSet: [] }],
    ['LimitExceeded.PhoneNumberCountLimit', { PhoneNumberSet: Array(201).fill('+8613800138000') }],
    ['UnauthorizedOperation.SmsSdkAppIdVerifyFail', { SmsSdkAppId: '1' }],
    ['MissingParameter', { TemplateId: undefined }],
    ['InvalidParameter', { TemplateParamSet: [123456, 10] }],
    ['InvalidParameter', { TemplateId: 2026011 }],
    ['UnknownParameter', { Sign: '点名' }],
  ])('is refused whole with %s', async (code, more) => {
    await expect(send(more)).rejects.toMatchObject({ code, requestId: expect.any(String) });
  });

  it('keeps the limits of one number: 1 in 30 seconds, 5 an hour, 10 a day', async () => {
    expect(await codesOf()).toEqual(['Ok']);
    running.advance(29_999);
    expect(await codesOf()).toEqual(['LimitExceeded.PhoneNumberThirtySecondLimit']);
    running.advance(1);
    for (let sent = 1; sent < 5; sent += 1) {
      expect(await codesOf()).toEqual(['Ok']);
      running.advance(30_000);
    }
    expect(await codesOf()).toEqual(['LimitExceeded.PhoneNumberOneHourLimit']);
    running.advance(3_600_000);
    for (let sent = 5; sent < 10; sent += 1) {
      expect(await codesOf()).toEqual(['Ok']);
      running.advance(30_000);
    }
    running.advance(3_600_000);
    expect(await codesOf()).toEqual(['LimitExceeded.PhoneNumberDailyLimit']);
  });
});

describe('SendTtsVoice through the official client', () => {
  it('is accepted', async () => {
    const answer: unknown = await vms().request('SendTtsVoice', {
      ...call,
      PlayTimes: 3,
      SessionContext: 'c',
    });
    expect(answer).toMatchObject({
      SendStatus: { CallId: expect.stringMatching(/^[\da-f-]{36}$/), SessionContext: 'c' },
    });
    expect(JSON.parse((await running.get('/control/messages')).text)).toMatchObject([
      { vendor: 'tencent-voice', channel: 'voice', params: { 1: '123456', 2: '10' } },
    ]);
  });

  it.each([
    ['InvalidParameterValue.CalledNumberVerifyFail', { CalledNumber: '+1' }],
    ['UnauthorizedOperation.VoiceSdkAppidVerifyFail', { VoiceSdkAppid: '1' }],
    ['FailedOperation.TemplateIncorrectOrUnapproved', { TemplateId: '1' }],
    ['FailedOperation.TemplateIncorrectOrUnapproved', { TemplateParamSet: [] }],
    ['InvalidParameterValue.ContentLengthLimit', { TemplateParamSet: ['x'.repeat(33), '10'] }],
    ['InvalidParameterValue', { PlayTimes: 4 }],
    ['MissingParameter', { CalledNumber: undefined }],
  ])('is refused with %s', async (code, more) => {
    await expect(vms().request('SendTtsVoice', { ...call, ...more })).rejects.toMatchObject({ code });
  });

  it('keeps the limit of one number', async () => {
    await vms().request('SendTtsVoice', call);
    await expect(vms().request('SendTtsVoice', call)).rejects.toMatchObject({
      code: 'LimitExceeded.DeliveryFrequencyLimit',
    });
  });
});

describe('the signature', () => {
  it.each([
    ['AuthFailure.SignatureFailure', { secretKey: 'wrong' }],
    ['AuthFailure.SecretIdNotFound', { secretId: 'nobody' }],
    // Signed for another service than the action's.
    ['AuthFailure.InvalidAuthorization', { endpoint: 'vms.tencentcloudapi.com' }],
    ['NoSuchVersion', { version: '2019-07-11' }],
    ['UnsupportedRegion', { region: 'mars-1' }],
    ['MissingParameter', { region: '' }],
  ])('and what it goes with: %s for %o', async (code, options) => {
    await expect(client(options).request('SendSms', sms)).rejects.toMatchObject({ code });
    expect(JSON.parse((await running.get('/control/messages')).text)).toEqual([]);
  });

  it('knows no other action', async () => {
    await expect(client().request('AddSmsSign', {})).rejects.toMatchObject({ code: 'InvalidAction' });
  });
});

describe('trouble', () => {
  it('comes where the real one comes: in the row, in the whole answer, or on the wire', async () => {
    await running.post('/control/tencent', { mode: 'fail' });
    expect(await codesOf()).toEqual(['FailedOperation.InsufficientBalanceInSmsPackage']);
    await expect(vms().request('SendTtsVoice', call)).rejects.toMatchObject({
      code: 'FailedOperation.InsufficientBalanceInVoicePackage',
    });
    await running.post('/control/tencent-sms', {
      mode: 'error',
      code: 'LimitExceeded.PhoneNumberDailyLimit',
    });
    expect(await codesOf()).toEqual(['LimitExceeded.PhoneNumberDailyLimit']);
    await running.post('/control/tencent-sms', { mode: 'error', code: 'RequestLimitExceeded' });
    await expect(send()).rejects.toMatchObject({ code: 'RequestLimitExceeded' });
    await running.post('/control/tencent', { mode: 'down', code: '503' });
    await expect(send()).rejects.toMatchObject({ httpCode: 503 });
    await running.post('/control/tencent', { mode: 'down' });
    await expect(send()).rejects.toThrow(/socket hang up|ECONNRESET/);
    await running.post('/control/tencent', { mode: 'slow', delay_ms: 900 });
    expect(await codesOf()).toEqual(['Ok']);
    expect(running.waits.at(-1)).toBe(900);
  });
});
