/** Tencent Cloud: text messages (SendSms 2021-01-11) and voice (SendTtsVoice 2020-09-02), by its official client. */
import type { Message, Sender } from './messages.ts';
import { noticeValues } from './notice-variables.ts';
import type { TencentParam, TencentSettings } from './settings.ts';
import { templateFor } from './templates.ts';
import { MINUTES } from './texts.ts';
import { agentFor, createVendorSender, type VendorLimit, VendorRefusal } from './vendor.ts';
import { messageWords } from './words.ts';

/** How often a voice says the code. */
const PLAY_TIMES = 2;

/** Makes the sender of what is configured: `sms`, `voice` or both. The vendor's client is loaded with the first message. */
export const createTencentSender = (
  settings: TencentSettings,
  timeoutMs: number,
  words = messageWords,
): Sender => {
  const { sms, voice } = settings;
  return createVendorSender({
    name: 'tencent',
    channels: [...(sms ? (['sms'] as const) : []), ...(voice ? (['voice'] as const) : [])],
    timeoutMs,
    limitOf: ({ code }) => limits[code],
    ofRecipient: [
      'FailedOperation.PhoneNumberInBlacklist',
      'InvalidParameterValue.IncorrectPhoneNumber',
      'InvalidParameterValue.CalledNumberVerifyFail',
    ],
    call: async ({ to, channel, purpose, language, code }: Message, signal) => {
      if (code === undefined) throw new VendorRefusal('ChannelNotConfigured', channel);
      if (channel === 'sms' && sms) {
        const template = templateFor(sms.templates, purpose, language);
        await sendSms(settings, to, signal, { template, values: paramsOf(sms.params, code) });
      } else if (channel === 'voice' && voice) {
        const service = { url: voice.url, version: '2020-09-02' };
        const answer = await request(settings, service, signal, 'SendTtsVoice', {
          CalledNumber: `+86${to}`,
          VoiceSdkAppid: voice.appId,
          TemplateId: templateFor(voice.templates, purpose, language),
          TemplateParamSet: paramsOf(voice.params, code),
          PlayTimes: PLAY_TIMES,
        });
        if (!answer.SendStatus?.CallId) throw new VendorRefusal('NoCallId', '');
      } else {
        throw new VendorRefusal('ChannelNotConfigured', channel);
      }
    },
    ...(sms && {
      notices: {
        serves: ({ channel, kind, language }) =>
          channel === 'sms' && templateFor(sms.notices, kind, language) !== undefined,
        call: async (notice, signal) => {
          const given = noticeValues(notice, words);
          await sendSms(settings, notice.to, signal, {
            template: templateFor(sms.notices, notice.kind, notice.language),
            values: sms.noticeParams.map(name => given[name]),
          });
        },
      },
    }),
  });
};

/** Sends a text message of a template. @param to a mainland number */
const sendSms = async (
  settings: TencentSettings,
  to: string,
  signal: AbortSignal,
  { template, values }: { readonly template: string | undefined; readonly values: readonly string[] },
): Promise<void> => {
  const { sms } = settings;
  if (!sms) throw new VendorRefusal('ChannelNotConfigured', 'sms');
  const service = { url: sms.url, version: '2021-01-11' };
  const answer = await request(settings, service, signal, 'SendSms', {
    PhoneNumberSet: [`+86${to}`],
    SmsSdkAppId: sms.appId,
    SignName: sms.sign,
    TemplateId: template,
    TemplateParamSet: values,
  });
  checkStatus(answer);
};

/** Limits on one number. All others are the account's: the next sender is tried. */
const limits: Readonly<Record<string, VendorLimit>> = {
  'LimitExceeded.PhoneNumberThirtySecondLimit': 'half-minute',
  'LimitExceeded.DeliveryFrequencyLimit': 'minute',
  'LimitExceeded.PhoneNumberOneHourLimit': 'hour',
  'LimitExceeded.PhoneNumberDailyLimit': 'day',
  'LimitExceeded.PhoneNumberSameContentDailyLimit': 'day',
};

/** A template's {1}, {2} in order. */
const paramsOf = (params: readonly TencentParam[], code: string): string[] =>
  params.map(param => (param === 'code' ? code : String(MINUTES)));

interface Answer {
  readonly SendStatusSet?: readonly { readonly Code?: unknown; readonly Message?: unknown }[];
  readonly SendStatus?: { readonly CallId?: unknown };
}

const request = async (
  { secretId, secretKey, region }: TencentSettings,
  service: { readonly url: string; readonly version: string },
  signal: AbortSignal,
  action: string,
  body: object,
): Promise<Answer> => {
  const { CommonClient } = await import('tencentcloud-sdk-nodejs-common');
  // The client signs for the service that the endpoint's first label names, and puts the protocol before it: whatever
  // stands in front of the last part, be it a gateway's address, counts as the protocol.
  const [, protocol = '', endpoint = ''] = /^(.*\/)([^/]+)$/.exec(service.url) ?? [];
  const client = new CommonClient(endpoint, service.version, {
    credential: { secretId, secretKey },
    region,
    profile: { httpProfile: { protocol, agent: agentFor(service.url) } },
  });
  try {
    return ((await client.request(action, body, { signal })) ?? {}) as Answer;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code !== 'string') throw error;
    throw new VendorRefusal(code, String(message));
  }
};

/** HTTP 200 alone says nothing: each number has an answer of its own. */
const checkStatus = ({ SendStatusSet: statuses = [] }: Answer): void => {
  const bad = statuses.find(status => status.Code !== 'Ok');
  if (bad) throw new VendorRefusal(String(bad.Code), String(bad.Message ?? ''));
  if (statuses.length === 0) throw new VendorRefusal('NoSendStatus', '');
};
