import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { OPERATOR_NAME } from './console/rules.ts';
import * as f from './fields.ts';
import { passkeyName } from './second-factor.ts';

const messageOf = (schema: v.GenericSchema, value: unknown): string | undefined => {
  const result = v.safeParse(schema, value);
  return result.success ? undefined : result.issues[0].message;
};
const accepts = (schema: v.GenericSchema, value: unknown) => messageOf(schema, value) === undefined;
const generic = (field: string, value: unknown) =>
  `Invalid ${field} "${String(value)}", it should match the RegExp.`;

describe('the generic message has the specified wording: [5.message]', () => {
  test.each([
    ['phone_number', f.phoneNumber, '12800000000'],
    ['captcha', f.code, '12345'],
    ['password', f.password, '12345'],
    ['username', f.username, '1abcdef'],
    ['nickname', f.nickname, 'a b'],
    ['fullname', f.fullname, '李'],
    ['qq', f.qq, '1234'],
    ['email_address', f.emailAddress, 'nobody'],
    ['birthday', f.birthday, 1.5],
  ] as const)('%s', (field, schema, value) => {
    expect(messageOf(schema, value)).toBe(generic(field, value));
  });

  test('names a value of another type too', () => {
    expect(messageOf(f.phoneNumber, 13800000000)).toBe(generic('phone_number', 13800000000));
    expect(messageOf(f.phoneNumber, undefined)).toBe(generic('phone_number', undefined));
  });
});

test('fields with their own message have the specified wording [5.description 5.own-messages 5.confirmation]', () => {
  expect(messageOf(f.description, 'x'.repeat(51))).toBe(
    'Invalid description, it should contains only 0 - 50 characters.',
  );
  expect(messageOf(f.sex, 2)).toBe('Invalid sex, it should be 0 or 1.');
  expect(messageOf(f.agreementIds, [])).toBe('agreement_ids should not be an empty array.');
  const body = v.pipe(
    v.object({ password: f.password, confirm_password: f.confirmation }),
    f.samePassword('confirm_password'),
  );
  const result = v.safeParse(body, { password: 'secret1', confirm_password: 'secret2' });
  expect(result.issues?.[0].message).toBe('Password is not equal to confirmed password.');
  expect(result.issues && v.getDotPath(result.issues[0])).toBe('confirm_password');
});

describe('phone_number', () => {
  test('accepts every mainland mobile number and no other string [5.phone_number]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{9,13}$/), text => {
        const right = text.length === 11 && text[0] === '1' && '3456789'.includes(text[1] ?? '');
        expect(accepts(f.phoneNumber, text)).toBe(right);
      }),
    );
  });
  test('refuses full-width digits, spaces and line breaks [5.phone_number]', () => {
    for (const text of ['１３８００００００００', ' 13800000000', '13800000000\n', '+8613800000000'])
      expect(accepts(f.phoneNumber, text)).toBe(false);
  });
});

test('captcha: accepts six ASCII digits and nothing else [5.captcha]', () => {
  expect(accepts(f.code, '000000')).toBe(true);
  for (const text of ['0000000', '00000', '１２３４５６', '12345a', '12345\n', 123456])
    expect(accepts(f.code, text)).toBe(false);
});

test('password: letters, digits and every printable ASCII symbol, 6 to 20 [5.password]', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 24, unit: 'binary' }), text => {
      const right = [...text].every(c => c >= '!' && c <= '~') && text.length >= 6 && text.length <= 20;
      expect(accepts(f.password, text)).toBe(right);
    }),
  );
  for (let code = 33; code < 127; code++)
    expect(accepts(f.password, `abcde${String.fromCharCode(code)}`)).toBe(true);
  for (const text of ['abcde f', 'abcdéf', 'ａｂｃｄｅｆ', 'abcde\u0000f'])
    expect(accepts(f.password, text)).toBe(false);
});

test('username: a letter first, 6 to 30 of letters, digits and underscore [5.username]', () => {
  for (const text of ['abcdef', 'A_____', `z${'9'.repeat(29)}`]) expect(accepts(f.username, text)).toBe(true);
  for (const text of ['abcde', '_abcdef', '9abcdef', `z${'9'.repeat(30)}`, 'abc-def', 'abcdeé'])
    expect(accepts(f.username, text)).toBe(false);
});

describe('a nickname, counted in graphemes, [5.nickname]', () => {
  test('accepts letters of any script, CJK extensions and marks', () => {
    for (const text of [
      '小明',
      '𠮷野家',
      '𪚥'.repeat(20),
      'Ａｌｉｃｅ',
      'e\u0301'.repeat(20),
      'Zoë_99',
      '阿·里',
    ])
      expect(accepts(f.nickname, text), text).toBe(true);
  });
  test('refuses too many characters, white space, symbols, emoji, invisible and broken characters', () => {
    for (const text of [
      '',
      '𪚥'.repeat(21),
      'a b',
      '小　明',
      'a\u200bb',
      '<b>',
      '小明!',
      '😀',
      '\ud842',
      'a\u0000',
      `a${'\u0301'.repeat(4)}`,
      '\u0301a',
    ])
      expect(accepts(f.nickname, text), JSON.stringify(text)).toBe(false);
  });
});

test('a name has no character that nobody sees; a variant of a character is that character [5.nickname]', () => {
  const ignorable = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter(point => point < 0xd800 || point > 0xdfff)
    .map(point => String.fromCodePoint(point))
    .filter(character => /\p{DI}/u.test(character));
  expect(ignorable.length).toBeGreaterThan(4000);
  const blank = ['\u2800', '\u{13441}', '\u{13442}', '\u{16FE4}'];
  for (const character of [...ignorable, ...blank]) {
    const point = character.codePointAt(0)?.toString(16);
    expect(accepts(f.nickname, character), point).toBe(false);
    expect(accepts(f.fullname, `李明${character.repeat(2)}`), point).toBe(false);
    const within = v.safeParse(f.nickname, `小${character}明`);
    expect(within.success ? within.output : '小明', point).toBe('小明');
  }
  for (const filler of ['\u115f', '\u1160', '\u3164', '\uffa0'])
    expect(accepts(f.nickname, `小${filler}明`)).toBe(false);
  for (const selector of ['\ufe00', '\ufe0f', '\u{e0100}', '\u{e01ef}']) {
    expect(v.parse(f.nickname, `葛${selector}城`)).toBe('葛城');
    expect(v.parse(f.fullname, `葛${selector}城`)).toBe('葛城');
  }
});

test('a label of blanks and fillers alone is none', () => {
  for (const text of ['\u3164', '\u2800\u2800', '\u3000 ', '\u115f\u1160', '\u{13441}'])
    expect(f.VISIBLE.test(text), JSON.stringify(text)).toBe(false);
  for (const text of ['妈妈的手机', 'k', '🔑', '\u3164k']) expect(f.VISIBLE.test(text)).toBe(true);
  for (const text of ['\u3164\u3164', 'lin\uffa0', '\u{13441}\u{13441}'])
    expect(OPERATOR_NAME.test(text)).toBe(false);
  for (const text of ['lin', '林老师', 'lin@school.cn']) expect(OPERATOR_NAME.test(text)).toBe(true);
  expect(accepts(passkeyName, '\u3164')).toBe(false);
  expect(accepts(passkeyName, '小明的 iPad')).toBe(true);
});

test('the first character that no nickname has is named', () => {
  for (const [text, character] of [
    ['小明😀', '😀'],
    ['👩‍👩‍👧小明！', '👩‍👩‍👧'],
    ['小 明', ' '],
    ['小明！', '！'],
    ['a\u200bb', '\u200b'],
  ] as const)
    expect(f.nicknameMistake(text), text).toBe(character);
  for (const text of ['', '小明', 'e\u0301_·-9', '𪚥']) expect(f.nicknameMistake(text), text).toBeUndefined();
  // The rule itself does not depend on it: a text of right characters may be too long.
  expect(f.nicknameMistake('a'.repeat(30))).toBeUndefined();
});

test('fullname: 2 to 20 Chinese characters, or 4 to 30 Latin letters with single spaces [5.fullname]', () => {
  for (const text of ['李明', '𠮷田', '欧阳'.repeat(10), 'Anna', 'Ann Lee', 'José María', 'a'.repeat(30)])
    expect(accepts(f.fullname, text), text).toBe(true);
  for (const text of [
    '李',
    '李'.repeat(21),
    'Ann',
    'Ann  Lee',
    ' Anna',
    'Anna ',
    'a'.repeat(31),
    '李Anna',
    'Anna1',
    '李 明',
  ])
    expect(accepts(f.fullname, text), text).toBe(false);
});

test('fullname: at most two middle dots, of any keyboard, between Chinese characters [5.fullname]', () => {
  const name = '阿卜杜热合曼·买买提';
  for (const dot of ['·', '•', '・']) expect(v.parse(f.fullname, name.replace('·', dot))).toBe(name);
  expect(v.parse(f.fullname, '古丽•阿依・汗')).toBe('古丽·阿依·汗');
  for (const text of [`${'李'.repeat(10)}·${'明'.repeat(10)}`, '李·明'])
    expect(accepts(f.fullname, text), text).toBe(true);
  for (const text of [
    '·李明',
    '李明·',
    '李··明',
    '李·明·李·明',
    '·',
    '李·',
    `${'李'.repeat(11)}·${'明'.repeat(10)}`,
    'Ann·Lee',
    '李·Anna',
  ])
    expect(accepts(f.fullname, text), text).toBe(false);
});

test('qq: 5 to 20 digits [5.qq]', () => {
  for (const text of ['10000', '9'.repeat(20)]) expect(accepts(f.qq, text)).toBe(true);
  for (const text of ['1000', '9'.repeat(21), '1000a', 10000]) expect(accepts(f.qq, text)).toBe(false);
});

test('e-mail: accepts simple addresses in linear time [5.email_address]', () => {
  for (const text of [
    'a@b.cn',
    'first.last+tag@school.edu.cn',
    "o'neil@b-c.cn",
    '1@163.com',
    '中文@例子.公司',
    'a@xn--fsq.cn',
  ])
    expect(accepts(f.emailAddress, text)).toBe(true);
  for (const text of [
    'a@b',
    '@b.cn',
    'a@',
    'a b@c.cn',
    'a@b..cn',
    'a@b.cn.',
    'a@@b.cn',
    'a@b.cn\u0000',
    'a@[127.0.0.1]',
    'a@[IPv6:2001:db8::1]',
    'a@127.0.0.1',
    'mailto:a@b.cn',
    'a@b.cn,c@d.cn',
    'a;b@c.cn',
    'a(x)@b.cn',
    'a@b.cn?subject=x',
    'a@b.cn/x',
    'a\\@b.cn',
    `${'a'.repeat(250)}@b.cn`,
  ])
    expect(accepts(f.emailAddress, text), text).toBe(false);
  // A pattern that backtracks would not come back from this one.
  expect(accepts(f.emailAddress, `a@${'a.'.repeat(50_000)}`)).toBe(false);
});

describe('description [5.description]', () => {
  test('accepts at most 50 graphemes: a family emoji is one', () => {
    for (const text of ['', '𪚥'.repeat(50), '👨‍👩‍👧‍👦'.repeat(25), '一行\n又一行'])
      expect(accepts(f.description, text)).toBe(true);
    for (const text of ['好'.repeat(51), '👨‍👩‍👧‍👦'.repeat(51)])
      expect(accepts(f.description, text)).toBe(false);
  });
  test('refuses control characters and broken surrogates, which no store can hold', () => {
    for (const text of ['a\u0000', '\ud800', 'a\tb']) expect(accepts(f.description, text)).toBe(false);
  });
});

test('sex, birthday, agreement_ids [5.own-messages]', () => {
  expect([0, 1].every(value => accepts(f.sex, value))).toBe(true);
  for (const value of [-1, 2, '1', null, true]) expect(accepts(f.sex, value)).toBe(false);
  for (const value of [0, 946_684_800, -2_208_988_800]) expect(accepts(f.birthday, value)).toBe(true);
  for (const value of [0.5, '0', Number.NaN, Infinity, 2 ** 60, -3e9])
    expect(accepts(f.birthday, value)).toBe(false);
  for (const value of [[-1], [1, 2]]) expect(accepts(f.agreementIds, value)).toBe(true);
  for (const value of [[], [1.5], ['1'], [2 ** 31], 1, null])
    expect(accepts(f.agreementIds, value)).toBe(false);
});

test('a field that may be cleared accepts null, an empty text, or a valid value', () => {
  const schema = f.clearable(f.qq);
  for (const value of [null, '', '12345']) expect(accepts(schema, value)).toBe(true);
  expect(messageOf(schema, '1')).toBe(generic('qq', '1'));
  expect(messageOf(schema, 5)).toBe(generic('qq', 5));
});

test('refuses text that a text column cannot store', () => {
  const text = [
    f.phoneNumber,
    f.code,
    f.password,
    f.username,
    f.nickname,
    f.fullname,
    f.qq,
    f.emailAddress,
    f.pid,
    f.description,
    f.avatarUrl,
    f.opaque('ticket'),
    f.identity,
    f.anyPassword,
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...text),
      fc.string({ unit: 'binary', minLength: 5, maxLength: 12 }),
      fc.nat(11),
      fc.constantFrom('\u0000', '\ud800', '\udc00'),
      (schema, around, at, bad) => {
        const place = Math.min(at, around.length);
        const value = `${around.slice(0, place)}${bad}${around.slice(place)}`;
        fc.pre(bad === '\u0000' || /\p{Cs}/u.test(value));
        expect(accepts(schema, value)).toBe(false);
      },
    ),
  );
});

test('a picture is an https URL or a path on this host, and no path that leads to another host', () => {
  for (const url of ['https://school.example/a.png', '/pictures/a.webp'])
    expect(accepts(f.avatarUrl, url)).toBe(true);
  for (const url of ['//evil.example/x', '/\\evil.example/x', 'javascript:alert(1)', 'x.png'])
    expect(accepts(f.avatarUrl, url)).toBe(false);
});
