import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteAttack } from '../../../../app/testing/attack-table.ts';
import { generateNickname } from '../../../../identity/nicknames.ts';
import { chineseLookAlikes } from './chinese-look-alikes.ts';
import { foldName } from './fold-name.ts';
import { createNameList, parseNames } from './name-list.ts';
import { reservedNames } from './reserved-names.ts';

const list = createNameList({ refused: [], allowed: [] });
const own = (text: string) => createNameList(parseNames(text));

describe('refused are', () => {
  it.each([
    'admin',
    'Admin_01',
    'ADMINISTRATOR',
    'adm1n',
    '4dmin',
    'a_d_m_i_n',
    'ａｄｍｉｎ',
    'àdmín',
    'аdmin', // Cyrillic а
    'аԁмin',
    'school_admin',
    'r00t',
    'root2026',
    '1system',
    'sy5tem',
    'Official_Rollcall',
    'rollcall_official',
    'support',
    'CustomerService8',
    'rollcall',
    '管理员',
    '管理員',
    '管·理·员',
    '超级管理员01',
    '在线客服',
    '官方通知',
    '老师',
    '老師',
    '王老师',
    '欧阳老师',
    '数学老师_1',
    '张校长',
    '班主任',
    '系统',
    '系统通知2',
    '教务处',
    // Any number of digits, of any script.
    'root123456789',
    '老师123456789',
    '123456789012345root',
    '0fficia1123456789',
    'root٣',
    '２０２６老师①',
    'root2026\u0308',
    // Letters of other scripts, or of two.
    'admiո', // Armenian
    'rօօt', // Armenian
    'аdmіп', // Cyrillic
    'αdmιη', // Greek
    'ADMIΝ', // Greek capital Nu
    'ΗELPDESK', // Greek capital Eta
    'ⲁdmin', // Coptic
    'ᴀᴅᴍɪɴ', // small capitals
    'ʀᴏʟʟᴄᴀʟʟ',
    'adrnin',
    'Adrninistrator',
    'vvebmaster',
    '管理貟',
    // Chinese characters that look alike, and traditional ones.
    '菅理员',
    '管埋员',
    '菅埋貟01',
    '宫方',
    '宮方通知',
    '王老帅',
    '王考师',
    '張老師',
    '狡长',
    '糸统',
    '乎台公告',
    '教務處',
    '斑主任',
    '土作入员',
    '運營團隊',
  ])('%s', name => expect(list.refuses(name)).toBe(true));
});

describe('allowed are ordinary names, such as', () => {
  it.each([
    'badminton',
    'rooter',
    'groot',
    'ecosystem',
    'artificial',
    'serviceman',
    'supporter',
    '小老师',
    '大宫殿',
    '土豆',
    '考拉',
    '数字游戏',
    '帅小伙',
    '圆圆',
    '王一万',
    '我爱老师',
    '老师好',
    '向老师学习',
    '主任的猫',
    '小明',
    '王小明',
    '李雷',
    '管仲',
    '官小方',
    '客家人',
    '学校旁的树',
    '系统思考',
    'Anna_Lee',
    'student2026',
    'modernity',
    'savvy',
    'Наташа',
    'Νίκος',
    'Армен2026',
    '12345',
    '·',
  ])('%s', name => expect(list.refuses(name)).toBe(false));

  it('every nickname that is generated', () => {
    for (let n = 0; n < 300; n += 1)
      for (const language of ['zh-CN', 'en'] as const)
        expect(list.refuses(generateNickname(language))).toBe(false);
  });
});

/** Ways to write a letter that a reader takes for it. */
const DISGUISES: Readonly<Record<string, readonly string[]>> = {
  a: ['A', 'ａ', 'á', '4', 'а', 'α', 'ⲁ', 'ᴀ'],
  d: ['D', 'ｄ', 'ᴅ'],
  e: ['E', 'é', '3', 'е', 'ᴇ'],
  i: ['I', 'ｉ', 'í', '1', 'l', 'і', 'ι', 'ɪ'],
  m: ['M', 'ｍ', 'ᴍ', 'rn', 'Μ'],
  n: ['N', 'ñ', 'п', 'η', 'ո', 'ɴ', 'Ν'],
  o: ['O', 'ö', '0', 'о', 'ο', 'օ', 'ᴏ'],
  r: ['R', 'ʀ'],
  s: ['S', '5', 'ѕ', 'ꜱ'],
  t: ['T', 'т', 'ᴛ'],
};
const disguised = (word: string) =>
  fc
    .tuple(
      ...[...word].map(letter =>
        fc.tuple(
          fc.constantFrom(letter, ...(DISGUISES[letter] ?? [])),
          fc.constantFrom('', '', '_', '-', '·'),
        ),
      ),
    )
    .map(parts => parts.flat().join(''));

it('a word of the list is refused in every disguise, with any number around it', () => {
  const word = fc.constantFrom('admin', 'administrator', 'root', 'system', 'moderator').chain(disguised);
  const number = fc.oneof(
    fc.stringMatching(/^[_0-9]{0,4}$/),
    fc.stringMatching(/^[0-9]{0,20}$/),
    fc.string({ unit: fc.constantFrom('7', '٣', '５', '४', '②', '_'), maxLength: 12 }),
  );
  fc.assert(
    fc.property(number, word, number, (before, name, after) => {
      expect(list.refuses(before + name + after)).toBe(true);
    }),
  );
});

it('a Chinese word of the list is refused with any of its characters replaced by one that looks alike', () => {
  const words = reservedNames
    .filter(entry => /\p{sc=Han}/u.test(entry))
    .map(entry => entry.replaceAll('*', ''));
  const disguised = words.flatMap(word =>
    chineseLookAlikes.flatMap(([from, to]) =>
      word.includes(to) ? [...from].map(like => word.replaceAll(to, like)) : [],
    ),
  );
  const through = disguised.filter(name => !list.refuses(name));
  noteAttack({
    attack: 'refused names in Chinese characters that look alike',
    tried: disguised.length,
    through: through.length,
    may: 0,
  });
  expect(through).toEqual([]);
});

it('no character of the refused names is read as another one', () => {
  const listed = new Set(reservedNames.join(''));
  for (const [from, to] of chineseLookAlikes) {
    expect(
      [...from].filter(character => listed.has(character)),
      from,
    ).toEqual([]);
    expect(listed, to).toContain(to);
  }
});

it('folding twice is folding once, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const folded = foldName(text);
      expect(foldName(folded)).toBe(folded);
    }),
  );
});

it('every entry of the product refuses itself', () => {
  for (const entry of reservedNames) expect(list.refuses(entry.replaceAll('*', '')), entry).toBe(true);
});

describe('a school’s own list', () => {
  it('refuses more, and allows what the product refuses', () => {
    const names = own('# 本校\n\n蓝鸟*\n*校友会\n * 答案 * \n小林 # 吉祥物\n!王老师\n!*老师\r\n');
    for (const name of ['蓝鸟中学', '蓝鸟', '北京校友会', '卖答案啦', '小林', '小林1', '小·林'])
      expect(names.refuses(name), name).toBe(true);
    for (const name of ['王老师', '李老师', '校友会长', '小林子'])
      expect(names.refuses(name), name).toBe(false);
    expect(names.refuses('admin')).toBe(true);
  });

  it('allows all that a line with ! stands for, whatever else refuses it', () => {
    const names = own('!*老师\n');
    for (const name of ['王老师', '官方老师']) expect(names.refuses(name), name).toBe(false);
    const one = own('!王老师\n');
    for (const name of ['官方老师', '李老师', '管理员王老师']) expect(one.refuses(name), name).toBe(true);
    expect(one.refuses('王老师01')).toBe(false);
  });

  it('may be long, with any of its parts in a name', () => {
    const words = Array.from({ length: 2_500 }, (_, n) => `w${n}x`);
    const names = own(
      [...words.map(w => `*a${w}*`), ...words.map(w => `b${w}*`), ...words.map(w => `*c${w}`), ...words].join(
        '\n',
      ),
    );
    for (const name of ['1aw2499x2', 'zaw7xz', 'bw77xz', '12bw2499xz', 'zcw2499x12', 'w2499x3'])
      expect(names.refuses(name), name).toBe(true);
    for (const name of ['w2500x', 'zbw77x', 'cw77xz', 'zw77x']) expect(names.refuses(name), name).toBe(false);
  });

  it.each([
    ['小明\n--', 'line 2'],
    ['*', 'line 1'],
    ['a*b', 'line 1'],
    ['a!b', 'line 1'],
    ['x\n'.repeat(10_001), '10000'],
  ])('that is wrong is refused by its line', (text, expected) => {
    expect(() => parseNames(text)).toThrow(expected);
  });
});
