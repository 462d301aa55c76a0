import { purposes } from '@rollcall/contract';
import { describe, expect, it } from 'vitest';
import { mailOf, noticeMailOf } from '../messages/mail.ts';
import { noticeValues } from '../messages/notice-variables.ts';
import { type Notice, noticeText } from '../messages/notices.ts';
import { textOf } from '../messages/texts.ts';
import { messageWords } from '../messages/words.ts';
import { serverCatalogue, serverWords } from './words.ts';

const NAME = { 'zh-CN': '星野网校', en: 'Starfield' };
const inEnglish = (phrases: Readonly<Record<string, string>>) => serverWords({ en: phrases }, NAME);
const code = { purpose: 'login', code: '012345', language: 'en' } as const;
const notice: Notice = {
  to: '13800000000',
  channel: 'sms',
  kind: 'phone-changed',
  language: 'en',
  details: { value: '138****0000' },
  at: 0,
  link: 'https://accounts.school.example/end/t',
};

describe("a school's own phrases of the server", () => {
  it('stand in messages and on the pages, and the others stay', () => {
    const { words, problems, pages } = inEnglish({
      'messages.sms': '{code} {purpose}, {minutes} min.',
      'messages.smsPurposes.bind': 'for your number',
      'messages.mail.subject': 'Starfield <code>',
      'messages.notices.what.phone-changed': 'Now {value} is your number',
      'messages.notices.texts.usual': '{time}: {what}. Not you? {link}',
      'messages.notices.variables.what.phone-changed': 'new number',
      'served.foot.support': 'Ask us',
      'served.endSessions.title': 'Everybody out',
      'served.numberChange.change': '{from} becomes {to} on {at}',
      'signIn.title': 'Come in',
    });
    expect(problems).toEqual([]);
    expect(pages).toEqual({ en: { 'signIn.title': 'Come in' } });
    const { messages, served } = words;
    expect(textOf({ ...code, channel: 'sms' }, messages)).toBe('012345 to sign in, 10 min.');
    expect(textOf({ ...code, channel: 'sms', purpose: 'bind' }, messages)).toContain('for your number');
    const mail = mailOf({ ...code, to: 'a@school.example', channel: 'email' }, messages);
    expect(mail.subject).toBe('Starfield <code>');
    expect(mail.html).toContain('<title>Starfield &lt;code&gt;</title>');
    expect(noticeText(notice, messages)).toMatch(
      /\(UTC\+8\): Now 138\*{4}0000 is your number\. Not you\? https:\S+$/,
    );
    expect(noticeMailOf(notice, messages).text).toContain('Now 138****0000 is your number');
    expect(noticeValues(notice, messages).what).toBe('new number');
    expect([served.foot.en.support, served.foot.en.agreements]).toEqual(['Ask us', 'Terms and privacy']);
    expect(served.endSessions.en.title).toBe('Everybody out');
    expect(served.numberChange.en.change).toBe('{from} becomes {to} on {at}');
    expect(messages['zh-CN']).toEqual(messageWords['zh-CN']);
  });

  it.each([
    ['zh-CN', '孩子的账号手机号已更换为 138****0000（由学校操作）', '您'],
    [
      'en',
      'The phone number of your child’s account was changed to 138****0000 by the school',
      'your account',
    ],
  ] as const)('tell a guardian of the child’s account, in %s', (language, what, own) => {
    const told = { ...notice, language, details: { ...notice.details, by: 'school', child: true } } as const;
    const text = noticeText(told);
    expect(text).toContain(what);
    expect(text).not.toContain(own);
    expect(text).not.toContain('/end/');
    expect(noticeValues(told).path).toBe('guardian');
    const planned = { ...told, kind: 'phone-change-planned', details: { child: true } } as const;
    expect(noticeText({ ...planned, takeBack: 'https://school.example/number-change/t' })).toContain(
      '/number-change/t',
    );
    expect(noticeText(planned)).not.toContain('/end/');
  });

  it('fill in what was given, not what that names', () => {
    const { words } = inEnglish({ 'messages.notices.what.new-device': 'Seen on {place}' });
    const details = { device: 'Chrome {link} {value}' };
    expect(noticeText({ ...notice, kind: 'new-device', details }, words.messages)).toContain(
      'Seen on Chrome {link} {value}:',
    );
  });

  it.each([
    ['messages.mail.subjet', 'x', 'en, messages.mail.subjet: unknown; did you mean messages.mail.subject?'],
    ['messages', 'x', 'en, messages: unknown'],
    ['served.__proto__', 'x', 'en, served.__proto__: unknown'],
    ['messages.sms', 'Hello {purpose}', 'en, messages.sms: {code} is missing'],
    ['messages.notices.texts.usual', '{what}: {time}', 'en, messages.notices.texts.usual: {link} is missing'],
    [
      'served.takeBack.phone',
      'Back to {number}: {value}',
      'en, served.takeBack.phone: {number} is unknown; there is {value}',
    ],
    ['served.foot.support', ' ', 'en, served.foot.support: it is empty'],
    [
      'messages.sms',
      '【Mine】{code} {purpose} {minutes}',
      'en, messages.sms: 【】 stands around the signature alone, which is added',
    ],
    [
      'messages.notices.variables.what.password-set',
      'a'.repeat(36),
      'en, messages.notices.variables.what.password-set: a variable has 35 characters at most',
    ],
    [
      'messages.smsPurposes.proof',
      'to confirm that it is really you',
      'en, messages.sms: "【Starfield】Code 000000 to confirm that it is really you. Valid 10 min. Never share it." has 86 characters, and one text message has 70',
    ],
  ])('%s: %s is refused by its key', (key, text, problem) => {
    expect(inEnglish({ [key]: text }).problems).toEqual([problem]);
  });

  it('count the signature: a longer name of the school leaves less for the text', () => {
    const own = { en: { 'messages.purposes.login': 'to come in now' } };
    expect(serverWords(own, NAME).problems).toEqual([]);
    expect(serverWords(own, { ...NAME, en: 'S'.repeat(30) }).problems).toEqual([
      expect.stringContaining('one text message has 70'),
    ]);
    // who changes nothing of text messages is not kept from starting
    expect(
      serverWords({ en: { 'served.foot.support': 'x' } }, { ...NAME, en: 'S'.repeat(60) }).problems,
    ).toEqual([]);
  });
});

describe('the catalogue of the server', () => {
  it('has every phrase in both languages, with the same to be filled in', () => {
    const [chinese, english] = [serverCatalogue('zh-CN'), serverCatalogue('en')];
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
    expect(Object.keys(english).length).toBeGreaterThan(150);
    for (const [key, { parameters = [] }] of Object.entries(english))
      expect(chinese[key]?.parameters?.toSorted() ?? [], key).toEqual(parameters.toSorted());
  });

  it.each(['zh-CN', 'en'] as const)('fills in every name of a message (%s)', language => {
    for (const purpose of purposes)
      for (const channel of ['sms', 'email'] as const)
        for (const given of ['012345', undefined])
          expect(textOf({ purpose, channel, language, code: given })).not.toMatch(/[{}]/);
  });
});
