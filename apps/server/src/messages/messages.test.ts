import { purposes } from '@rollcall/contract';
import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { Refusal, refuse } from '../platform/refusal.ts';
import { createDevelopmentSender, KEPT } from './development.ts';
import type { Message, Sender } from './messages.ts';
import { createMessages } from './send.ts';
import { textOf } from './texts.ts';

const message: Message = {
  to: '13812345678',
  channel: 'sms',
  purpose: 'login',
  code: '012345',
  language: 'en',
};
const at = Date.parse('2026-11-21T08:00:00Z');

const recorded = () => {
  const lines: string[] = [];
  return { lines, log: createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) }) };
};

const sender = (name: string, send: () => Promise<void>, channels: Sender['channels'] = ['sms']) => {
  const taken: Message[] = [];
  const made: Sender = {
    name,
    channels,
    send: async given => {
      await send();
      taken.push(given);
    },
  };
  return { ...made, taken };
};
const works = async () => {};
const fails = async () => {
  throw new Error('gateway down for 13812345678');
};

describe('the development sender', () => {
  it('lists what was sent, newest first, with its text and time', async () => {
    let clock = at;
    const development = createDevelopmentSender(() => clock);
    await development.send(message);
    clock += 1000;
    await development.send({
      ...message,
      to: 'alice@example.com',
      channel: 'email',
      language: 'zh-CN',
      code: '999999',
    });
    expect(development.list().map(kept => kept.code)).toEqual(['999999', '012345']);
    expect(development.list('13812345678')).toEqual([
      {
        to: '13812345678',
        channel: 'sms',
        purpose: 'login',
        code: '012345',
        text: `【Rollcall】${textOf(message)}`,
        at: '2026-11-21T08:00:00.000Z',
      },
    ]);
    expect(development.list('nobody')).toEqual([]);
  });

  it('keeps the newest thousand', async () => {
    const development = createDevelopmentSender(() => at);
    for (let index = 0; index <= KEPT; index += 1)
      await development.send({ ...message, code: String(index) });
    expect(development.list()).toHaveLength(KEPT);
    expect(development.list().at(-1)?.code).toBe('1');
  });

  it('says in both languages what the code is for', () => {
    expect(textOf(message)).toContain('012345');
    expect(textOf({ ...message, language: 'zh-CN', purpose: 'register' })).toBe(
      '验证码 012345，用于注册，10 分钟内有效，请勿告诉他人。',
    );
    expect(textOf({ ...message, channel: 'voice', language: 'zh-CN', purpose: 'register' })).toContain(
      '您用于注册的验证码是 012345',
    );
  });

  it('signs a text message with the school’s name, and no other message', async () => {
    const development = createDevelopmentSender(
      () => at,
      () => ({ 'zh-CN': '星野网校', en: 'Starfield' }),
    );
    await development.send({ ...message, language: 'zh-CN' });
    await development.send({ ...message, channel: 'email', language: 'zh-CN' });
    expect(development.list().map(kept => kept.text)).toEqual([
      expect.stringMatching(/^您用于/),
      '【星野网校】验证码 012345，用于登录，10 分钟内有效，请勿告诉他人。',
    ]);
  });

  it.each(['zh-CN', 'en'] as const)('keeps each text message within one segment (%s)', language => {
    for (const purpose of purposes.filter(purpose => purpose !== 'email')) {
      const text = `【我的线上学校】${textOf({ ...message, language, purpose })}`;
      expect([text, text.length <= 70]).toEqual([text, true]);
    }
  });
});

describe('sending', () => {
  it('uses the first sender of the channel, and the next one if it fails', async () => {
    const [mail, first, second, third] = [
      sender('mail', works, ['email']),
      sender('first', fails),
      sender('second', works),
      sender('third', works),
    ];
    const { lines, log } = recorded();
    await createMessages([mail, first, second, third], log).send(message);
    expect([mail, first, second, third].map(one => one.taken.length)).toEqual([0, 0, 1, 0]);
    expect(lines.join('')).toContain('"sender":"first"');
    expect(lines.join('')).not.toContain('13812345678');
  });

  it('passes a vendor’s own limit on, and does not try another vendor', async () => {
    const limited = sender('limited', async () => {
      throw refuse('CaptchaLimitReached', { data: { retry_after: 60 } });
    });
    const other = sender('other', works);
    const sending = createMessages([limited, other], recorded().log).send(message);
    await expect(sending).rejects.toMatchObject({ refusal: 'CaptchaLimitReached' });
    expect(other.taken).toEqual([]);
  });

  it.each([
    ['all fail', [sender('a', fails), sender('b', fails)]],
    ['none serves the channel', [sender('mail', works, ['email'])]],
    ['there is none', []],
  ])('is TooBusy where %s', async (_, senders) => {
    const sending = createMessages(senders, recorded().log).send(message);
    await expect(sending).rejects.toBeInstanceOf(Refusal);
    await expect(sending).rejects.toMatchObject({
      refusal: 'TooBusy',
      detail: { data: { retry_after: 10 } },
    });
  });
});
