/** The server's settings: all are shown to admins, some can be set here. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { channels, purposes } from '../call.ts';
import type { ConsoleCall } from './call.ts';
import { count, maybeText, text, time } from './page.ts';
import { markLength, settingLength, settingSources } from './rules.ts';

const words = v.object({ 'zh-CN': text, en: text });

const setting = v.object({
  /** The environment variable. */
  name: text,
  /** `file`: a path in the environment, its content where it is set here. */
  kind: v.picklist(['integer', 'choice', 'list', 'text', 'colour', 'file', 'secret']),
  /** Bounds of an integer. */
  least: v.optional(count),
  most: v.optional(count),
  /** What it does, in Markdown. */
  what: words,
  /** What is set here, where that is another thing than what the variable has: its content, or an upload. */
  here: v.optional(words),
  /** Path of its own guide, such as `docs/phrases.md`; null: the part of its group in docs/configuration.md. */
  guide: maybeText,
  source: v.picklist(settingSources),
  /** The text in force; null: none is set, or it is secret. */
  value: maybeText,
  /** What holds where none is set: a value, or in words; null: nothing. */
  usual: v.nullable(v.union([text, words])),
  /** Whether it can be set here. */
  settable: v.boolean(),
  /** What was set here; null: nothing. */
  stored: v.nullable(
    v.object({
      value: maybeText,
      /** Counts the changes: a change names the one that it was made over. */
      version: count,
      changed_at: time,
      changed_by: text,
      /** Why it does not count; null: it does, or the environment's does. */
      problem: maybeText,
    }),
  ),
});
export type Setting = v.InferOutput<typeof setting>;

/** The services whose keys can be tried. */
const triedServices = ['aliyun', 'tencent', 'smtp', 'wechat', 'qq', 'human-verification'] as const;
export type TriedService = (typeof triedServices)[number];

const listSettings = {
  summary: 'Every setting; of secrets only whether they are set.',
  method: 'GET',
  path: '/console/v1/settings',
  role: 'admin',
  answer: v.object({
    /** Whether what is set here counts (`ROLLCALL_SETTINGS`). */
    from_console: v.boolean(),
    groups: v.array(
      v.object({
        title: words,
        settings: v.array(setting),
        /** What `tryService` takes of it. */
        tries: v.array(v.picklist(triedServices)),
        /** Channels of `sendTestMessage`; none where the group is not about messages, or no sender is in use. */
        test_channels: v.array(v.picklist(channels)),
        /** The view of the console that has the rules beside them. */
        rules: v.nullable(v.picklist(['human-verification', 'alerts'])),
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const changeSettings = {
  summary: 'Sets settings, all or none; every process takes them up within seconds.',
  method: 'PUT',
  path: '/console/v1/settings',
  role: 'admin',
  act: 'settings.change',
  proof: true,
  body: v.object({
    changes: v.pipe(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.regex(/^ROLLCALL_[A-Z_]{1,60}$/)),
          /** Null: what was set here is taken back. */
          value: v.nullable(
            v.pipe(
              v.string(),
              v.maxLength(settingLength),
              // What PostgreSQL does not store.
              v.check(given => !/[\0\p{Cs}]/u.test(given), 'No NUL, and no half of a character.'),
            ),
          ),
          /** The version that the operator saw; 0: none. */
          version: v.pipe(v.number(), v.integer(), v.minValue(0)),
        }),
      ),
      v.minLength(1),
      v.maxLength(20),
      v.check(given => new Set(given.map(({ name }) => name)).size === given.length, 'Each setting once.'),
    ),
  }),
  answer: done,
  refusals: ['Conflict', 'NotFound'],
} as const satisfies ConsoleCall;

const uploadMark = {
  summary: "Keeps a picture for a day, in which it may be set as the school's mark.",
  method: 'POST',
  path: '/console/v1/settings/mark',
  role: 'admin',
  act: 'settings.upload-mark',
  proof: true,
  /** The bytes of a JPEG, PNG or WebP, as base64. */
  body: v.object({
    picture: v.pipe(v.string(), v.maxLength(markLength), v.regex(/^[A-Za-z\d+/]+={0,2}$/)),
  }),
  /** What to set as `ROLLCALL_MARK`. */
  answer: v.object({ mark: text }),
  refusals: ['InvalidPicture', 'TooBusy'],
} as const satisfies ConsoleCall;

const tryService = {
  summary:
    'Whether vendors accept the keys of the settings: each is asked for what it has to refuse for another reason, so that nothing is sent to anybody and nobody signs in. 20 an hour at most.',
  method: 'POST',
  path: '/console/v1/settings/try',
  role: 'admin',
  act: 'settings.try-service',
  proof: true,
  body: v.object({ service: v.picklist(triedServices) }),
  answer: v.object({
    /** None: the service is not in use. */
    items: v.array(
      v.object({
        /** The sender's, the app id, or the challenge's (`geetest`). */
        name: text,
        /** Of a sender. */
        channel: v.nullable(v.picklist(['sms', 'voice', 'email'])),
        /** `refused`: the vendor does not accept the keys or what belongs to them; `unavailable`: it did not answer. */
        outcome: v.picklist(['accepted', 'refused', 'unavailable']),
        /** The vendor's code, an HTTP status or an error of the network; null: it accepted. */
        code: maybeText,
      }),
    ),
  }),
  refusals: ['TooManyAttempts'],
} as const satisfies ConsoleCall;

/** Whose texts a test message can have: a code's, by what it is for, or that of a security message. */
export const testPurposes = [...purposes, 'notice'] as const;
export type TestPurpose = (typeof testPurposes)[number];

const sendTestMessage = {
  summary:
    'Sends a code that is good for nothing, or a security message about nothing, to a number or an address of the admin, by the senders that real messages go by. 5 an hour at most, and one a minute to a recipient; it counts in the budgets of messages, too.',
  method: 'POST',
  path: '/console/v1/settings/test-message',
  role: 'admin',
  act: 'settings.send-test-message',
  proof: true,
  body: v.object({
    channel: v.picklist(channels),
    /** A phone number, or of e-mail an address. */
    to: v.pipe(v.string(), v.maxLength(254)),
    /** `email` goes by e-mail alone, `notice` not by voice. */
    purpose: v.picklist(testPurposes),
    language: v.picklist(['zh-CN', 'en']),
  }),
  answer: v.object({
    /** The senders that were asked, in order: the last one took it, if any did. */
    items: v.array(
      v.object({
        name: text,
        /** `limited`: the vendor's own limit on the number, after which no other is asked. */
        outcome: v.picklist(['sent', 'limited', 'failed']),
        /** The vendor's code, an HTTP status, an error of the network or the name of a refusal; null: it was sent. */
        reason: maybeText,
      }),
    ),
  }),
  refusals: ['InvalidPhoneNumber', 'InvalidEmail', 'NoSender', 'TooManyAttempts', 'CaptchaLimitReached'],
} as const satisfies ConsoleCall;

export const settingConsoleCalls = {
  listSettings,
  tryService,
  sendTestMessage,
  uploadMark,
  changeSettings,
} as const satisfies Record<string, ConsoleCall>;
