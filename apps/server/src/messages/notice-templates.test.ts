/** Security messages by the vendors' templates, against their simulators as a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, Reader } from '../platform/config-reader.ts';
import { createLog } from '../platform/log.ts';
import { noticeValues, VARIABLE_LENGTH } from './notice-variables.ts';
import { type NoticeKind, noticeKinds } from './notice-kinds.ts';
import type { Notice } from './notices.ts';
import { createMessages } from './send.ts';
import { createSenders, warnOfNoticeTemplates } from './senders.ts';
import { messageSettings, type SenderName } from './settings.ts';

let simulators: ChildProcess;
let url: string;
beforeAll(async () => {
  simulators = spawn(process.execPath, ['--import', 'tsx', 'apps/simulators/src/main.ts'], {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
    env: { ...process.env, SIMULATORS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise<string>((resolve, reject) => {
    simulators.once('exit', code => reject(new Error(`The simulators ended with ${code}.`)));
    let text = '';
    simulators.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /(http:\/\/[\w.:]+)\/control/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
});
afterAll(async () => {
  if (simulators?.exitCode !== null) return;
  const ended = once(simulators, 'exit');
  simulators.kill('SIGTERM');
  await ended;
});

const env = (): Record<string, string> => ({
  ROLLCALL_ALIYUN_ACCESS_KEY_ID: 'aliyun-simulator-key',
  ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: 'aliyun-simulator-secret',
  ROLLCALL_ALIYUN_SMS_URL: `${url}/aliyun/dysmsapi`,
  ROLLCALL_ALIYUN_SMS_SIGN: 'Rollcall',
  ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_20260109, en=SMS_20260209',
  ROLLCALL_TENCENT_SECRET_ID: 'tencent-simulator-id',
  ROLLCALL_TENCENT_SECRET_KEY: 'tencent-simulator-key',
  ROLLCALL_TENCENT_SMS_URL: `${url}/tencent/sms.tencentcloudapi.com`,
  ROLLCALL_TENCENT_SMS_APP_ID: '1400000001',
  ROLLCALL_TENCENT_SMS_SIGN: 'Rollcall',
  ROLLCALL_TENCENT_SMS_TEMPLATES: '2026019, en=2026029',
});
const open = (name: SenderName, more: Record<string, string>) => {
  const reader = new Reader({ ...env(), ...more, ROLLCALL_SENDER_TIMEOUT_MS: '20000' });
  const settings = messageSettings(reader, [name], false);
  reader.end();
  const lines: string[] = [];
  const log = createLog({ logLevel: 'warn' }, { write: line => void lines.push(line) });
  warnOfNoticeTemplates(settings, log);
  return { messages: createMessages(createSenders([name], settings, undefined), log), lines };
};

let last = 13_800_000_000;
const at = Date.parse('2026-11-21T08:00:00Z');
const noticeOf = (kind: NoticeKind, language: Notice['language'], takeBack?: string): Notice => ({
  to: String((last += 1)),
  channel: 'sms',
  kind,
  language,
  details: { device: 'Chrome, Windows', ip: '203.0.113.7', value: '138****0001' },
  at,
  link: 'https://accounts.school.example/end/0123456789abcdef',
  takeBack,
});
/** Where the messages that have a page of their own lead, without a link of their own. */
const pages: Partial<Record<NoticeKind, string>> = {
  'guardian-agreements': 'guardian',
  'guardian-consented': 'guardian',
  'account-created': 'sign-in',
  'child-account-created': 'sign-in',
  'reset-link': 'reset',
};
const received = async (to: string) =>
  (await (await fetch(`${url}/control/messages?to=${to}`)).json()) as { template: string; text: string }[];

const vendors = [
  ['aliyun', 'ROLLCALL_ALIYUN_SMS_NOTICE_TEMPLATES', ['SMS_20260300', 'SMS_20260400']],
  ['tencent', 'ROLLCALL_TENCENT_SMS_NOTICE_TEMPLATES', ['2026300', '2026400']],
] as const;

describe.each(vendors)('%s', (name, variable, [chinese, english]) => {
  test('takes a security message of every kind in both languages, with all variables of its template', async () => {
    const { messages, lines } = open(name, { [variable]: `${chinese}, en=${english}` });
    for (const kind of noticeKinds) {
      for (const language of ['zh-CN', 'en'] as const) {
        const notice = noticeOf(kind, language);
        expect(await messages.notify(notice), `${kind} ${lines.join('')}`).toBe('sent');
        const [message] = await received(notice.to);
        const { what, time } = noticeValues(notice);
        expect(message?.template).toBe(language === 'en' ? english : chinese);
        expect(message?.text).toContain(what);
        expect(message?.text).toContain(time);
        const page = pages[kind] ?? 'end/0123456789abcdef';
        expect(message?.text).toContain(`https://school.example/${page}`);
      }
    }
    expect(lines).toEqual([]);
  });

  test('names the page that takes a change back, where it can be', async () => {
    const { messages } = open(name, { [variable]: chinese });
    const takeBack = 'https://accounts.school.example/take-back/fedcba9876543210';
    const notice = noticeOf('phone-changed', 'zh-CN', takeBack);
    expect(await messages.notify(notice)).toBe('sent');
    expect((await received(notice.to))[0]?.text).toContain('/take-back/fedcba9876543210 ');
  });

  test('uses the template `common` for a kind without one, and warns once at the start', async () => {
    const { messages, lines } = open(name, {
      [variable]: `password-changed=${chinese}, common=${chinese}, common.en=${english}`,
    });
    expect(lines).toHaveLength(1);
    const warning = JSON.parse(lines[0] ?? '') as { level: string; sender: string; kinds: string[] };
    expect(warning).toMatchObject({ level: 'warn', sender: name });
    expect(warning.kinds).toContain('new-device.zh-CN');
    expect(warning.kinds).not.toContain('password-changed.zh-CN');
    const notice = noticeOf('new-device', 'en');
    expect(await messages.notify(notice)).toBe('sent');
    expect((await received(notice.to))[0]?.template).toBe(english);
  });

  test('without any template sends none, so that e-mail or the account page tells it, and warns at the start', async () => {
    const { messages, lines } = open(name, {});
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('without a template are sent by e-mail');
    const notice = noticeOf('password-changed', 'zh-CN');
    expect(await messages.notify(notice)).toBe('unserved');
    expect(await received(notice.to)).toEqual([]);
  });

  test('refuses an unknown kind', () => {
    expect(() => open(name, { [variable]: 'no-such-kind=SMS_1' })).toThrow(ConfigError);
  });
});

test('Tencent’s variables come in the configured order', async () => {
  const { messages, lines } = open('tencent', {
    ROLLCALL_TENCENT_SMS_NOTICE_TEMPLATES: '2026300',
    ROLLCALL_TENCENT_SMS_NOTICE_PARAMS: 'time, what, path',
  });
  const notice = noticeOf('qq-bound', 'zh-CN');
  expect(await messages.notify(notice), lines.join('')).toBe('sent');
  const { what, time } = noticeValues(notice);
  expect((await received(notice.to))[0]?.text).toContain(`您的账号${time}，时间：${what}`);
});

test('the link of the school that resets a password is whole in a variable', () => {
  const notice = noticeOf('reset-link', 'zh-CN', 'https://accounts.school.example/reset#0123456789abcdef');
  expect(noticeValues(notice).path).toBe('reset#0123456789abcdef');
});

test('no variable is longer than vendors take', () => {
  for (const kind of noticeKinds) {
    for (const language of ['zh-CN', 'en'] as const) {
      const takeBack = 'https://accounts.school.example/take-back/fedcba9876543210';
      const notice = noticeOf(kind, language, takeBack);
      for (const details of [{}, { factor: 'totp' }, { factor: 'passkey' }] as const) {
        for (const value of Object.values(noticeValues({ ...notice, details }))) {
          expect(value.length, `${kind} ${language} ${value}`).toBeLessThanOrEqual(VARIABLE_LENGTH);
          expect(value).not.toBe('');
        }
      }
    }
  }
});
