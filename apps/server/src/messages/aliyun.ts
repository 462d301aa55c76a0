/** Aliyun: text messages (dysmsapi SendSms) and voice (dyvmsapi SingleCallByTts), by its official client. */
import type { RequestOptions } from 'node:http';
import type { Message, Sender } from './messages.ts';
import { noticeValues } from './notice-variables.ts';
import type { AliyunSettings } from './settings.ts';
import { templateFor } from './templates.ts';
import { agentFor, createVendorSender, type VendorLimit, VendorRefusal } from './vendor.ts';
import { messageWords } from './words.ts';

/** Both services have the same. */
const VERSION = '2017-05-25';
/** How often a voice says the code. */
const PLAY_TIMES = 2;

/** Makes the sender of what is configured: `sms`, `voice` or both. The vendor's client is loaded with the first message. */
export const createAliyunSender = (
  settings: AliyunSettings,
  timeoutMs: number,
  words = messageWords,
): Sender => {
  const { sms, voice } = settings;
  return createVendorSender({
    name: 'aliyun',
    channels: [...(sms ? (['sms'] as const) : []), ...(voice ? (['voice'] as const) : [])],
    timeoutMs,
    limitOf,
    ofRecipient: ['isv.MOBILE_NUMBER_ILLEGAL', 'isv.BLACK_KEY_CONTROL_LIMIT'],
    call: async ({ to, channel, purpose, language, code }: Message, signal) => {
      if (code === undefined) throw new VendorRefusal('ChannelNotConfigured', channel);
      const param = JSON.stringify({ code });
      if (channel === 'sms' && sms) {
        await request(settings, sms.url, signal, 'SendSms', {
          PhoneNumbers: to,
          SignName: sms.sign,
          TemplateCode: templateFor(sms.templates, purpose, language),
          TemplateParam: param,
        });
      } else if (channel === 'voice' && voice) {
        await request(settings, voice.url, signal, 'SingleCallByTts', {
          CalledNumber: to,
          ...(voice.number === undefined ? {} : { CalledShowNumber: voice.number }),
          TtsCode: templateFor(voice.templates, purpose, language),
          TtsParam: param,
          PlayTimes: PLAY_TIMES,
        });
      } else {
        throw new VendorRefusal('ChannelNotConfigured', channel);
      }
    },
    ...(sms && {
      notices: {
        serves: ({ channel, kind, language }) =>
          channel === 'sms' && templateFor(sms.notices, kind, language) !== undefined,
        call: (notice, signal) =>
          request(settings, sms.url, signal, 'SendSms', {
            PhoneNumbers: notice.to,
            SignName: sms.sign,
            TemplateCode: templateFor(sms.notices, notice.kind, notice.language),
            TemplateParam: JSON.stringify(noticeValues(notice, words)),
          }),
      },
    }),
  });
};

interface Answer {
  readonly Code?: unknown;
  readonly Message?: unknown;
}

const request = async (
  { accessKeyId, accessKeySecret }: AliyunSettings,
  endpoint: string,
  signal: AbortSignal,
  action: string,
  params: object,
): Promise<void> => {
  const { default: RPCClient } = await import('@alicloud/pop-core');
  const client = new RPCClient({ endpoint, apiVersion: VERSION, accessKeyId, accessKeySecret });
  // The client's own time-outs leave a slow answer's connection open; the signal ends it.
  const options = {
    agent: agentFor(endpoint),
    timeout: 60_000,
    beforeRequest: (given: RequestOptions) => ({ ...given, signal }),
  };
  let answer: Answer;
  try {
    answer = await client.request<Answer>(action, params, options);
  } catch (error) {
    const { data } = error as { data?: Answer };
    if (data === undefined) throw error;
    answer = data;
  }
  if (answer.Code !== 'OK')
    throw new VendorRefusal(String(answer.Code ?? 'NoCode'), String(answer.Message ?? ''));
};

/** Only the limit on one number; the account's own limits (isv.DAY_LIMIT_CONTROL and the like) are the operator's to raise. */
const limitOf = ({ code, words }: VendorRefusal): VendorLimit | undefined => {
  if (code !== 'isv.BUSINESS_LIMIT_CONTROL') return undefined;
  if (/天|日|D_MC|day/i.test(words)) return 'day';
  if (/小时|H_MC|hour/i.test(words)) return 'hour';
  return 'minute';
};
