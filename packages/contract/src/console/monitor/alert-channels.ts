/** Channels of alerts: group bots of DingTalk, Feishu and WeCom, and webhooks. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { VISIBLE } from '../../fields.ts';
import { queryNumber } from '../page.ts';
import { time } from './fields.ts';

/** The languages of messages to operators. */
export const messageLanguages = ['zh-CN', 'en'] as const;
export type MessageLanguage = (typeof messageLanguages)[number];
export const messageLanguage = v.picklist(messageLanguages);

/** The kinds of group bots that alerts can go to. */
export const botKinds = ['dingtalk', 'feishu', 'wecom'] as const;
export type BotKind = (typeof botKinds)[number];
/** The kinds of places that alerts can go to. */
export const channelKinds = [...botKinds, 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const channelId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const channelFields = {
  name: v.pipe(v.string(), v.trim(), v.regex(VISIBLE), v.maxLength(100)),
  kind: v.picklist(channelKinds),
};

const channel = v.object({
  id: channelId,
  ...channelFields,
  /** The language of what is sent there; the JSON of a webhook has the same fields in both. */
  language: messageLanguage,
  /** To tell channels apart: the last four characters of the bot's token, or the webhook's host. The whole address is never answered. */
  hint: v.string(),
  /** Whether messages are signed. */
  signed: v.boolean(),
  created_at: time,
});
export type AlertChannel = v.InferOutput<typeof channel>;

export const listAlertChannels = {
  summary: 'The channels of alerts.',
  method: 'GET',
  path: '/console/v1/monitor/channels',
  role: 'viewer',
  answer: v.object({ channels: v.array(channel) }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createAlertChannel = {
  summary:
    'Adds a channel. InvalidRequest by `url` if the address is not one that the vendor gives its bots, or of no origin that webhooks may have; by `secret` if a webhook has none of 16 characters.',
  method: 'POST',
  path: '/console/v1/monitor/channels',
  role: 'admin',
  act: 'monitor.channel-create',
  proof: true,
  body: v.object({
    ...channelFields,
    /** The webhook address: of the bot, as the vendor shows it, or of an origin of ROLLCALL_ALERT_WEBHOOK_ORIGINS. */
    url: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
    /** The key that messages are signed with: if the bot demands it; of a webhook always, at least 16 characters. WeCom has none. */
    secret: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
    /** Absent: that of the request. */
    language: v.optional(messageLanguage),
  }),
  answer: channel,
  refusals: ['IllegalOperation'],
} as const satisfies ConsoleCall;

export const changeAlertChannel = {
  summary:
    'Changes the name of a channel and the language of what is sent there; waiting alerts have it, too.',
  method: 'PUT',
  path: '/console/v1/monitor/channels',
  role: 'admin',
  act: 'monitor.channel-change',
  body: v.object({ id: channelId, name: channelFields.name, language: messageLanguage }),
  answer: channel,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const deleteAlertChannel = {
  summary: 'Deletes a channel and its waiting messages. Refused while a rule uses it.',
  method: 'DELETE',
  path: '/console/v1/monitor/channels',
  role: 'admin',
  act: 'monitor.channel-delete',
  query: v.object({ id: queryNumber(1, 999_999_999_999_999) }),
  answer: done,
  refusals: ['NotFound', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const testAlertChannel = {
  summary: 'Sends a test message at once and answers how it went. Refused if there is no webhook to test.',
  method: 'POST',
  path: '/console/v1/monitor/channels/test',
  role: 'admin',
  act: 'monitor.channel-test',
  /** null: the configured webhook. */
  body: v.object({ id: v.nullable(channelId) }),
  /** `failure` is what the receiver answered, or why it was not reached; null: delivered. */
  answer: v.object({ failure: v.nullable(v.string()) }),
  refusals: ['NotFound', 'IllegalOperation', 'TooManyAttempts'],
} as const satisfies ConsoleCall;
