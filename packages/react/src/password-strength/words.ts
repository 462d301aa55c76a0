/**
 * Words about the strength of a password. In a file of its own, so that only forms with a new password load
 * them.
 */
import type { Language } from '@rollcall/ui';
import type { Advice, StrengthLevel, Warning } from './judge.ts';

const en = {
  level: { weak: 'Strength: weak', fair: 'Strength: fair', strong: 'Strength: strong' } satisfies Record<
    StrengthLevel,
    string
  >,
  warning: {
    straightRow: 'Keys in a row.',
    keyPattern: 'A pattern of keys.',
    simpleRepeat: 'Repeats like “aaa”.',
    extendedRepeat: 'Repeats like “abcabc”.',
    sequences: 'A sequence like “6543”.',
    recentYears: 'Has a recent year.',
    dates: 'Has a date.',
    topTen: 'Among the ten most used.',
    topHundred: 'In the hundred most used.',
    common: 'Many people use it.',
    similarToCommon: 'Close to a common one.',
    wordByItself: 'A single word.',
    namesByThemselves: 'A name alone.',
    commonNames: 'Common names.',
    userInputs: 'Has your number or name.',
  } satisfies Record<Warning, string>,
  advice: {
    l33t: '@ for a helps little.',
    reverseWords: 'Reversing helps little.',
    allUppercase: 'Not capitals alone.',
    capitalization: 'More than one capital.',
    dates: 'Leave out your dates.',
    recentYears: 'Leave out recent years.',
    associatedYears: 'Leave out your years.',
    sequences: 'Leave out sequences.',
    repeated: 'Leave out repeats.',
    anotherWord: 'Add an uncommon word.',
  } satisfies Record<Advice, string>,
};

export type StrengthWords = typeof en;

export const strengthWords: Readonly<Record<Language, StrengthWords>> = {
  en,
  'zh-CN': {
    level: { weak: '强度：弱', fair: '强度：中', strong: '强度：强' },
    warning: {
      straightRow: '同一排按键很容易猜到。',
      keyPattern: '键盘图案很容易猜到。',
      simpleRepeat: '重复的字符很容易猜到。',
      extendedRepeat: '重复的内容很容易猜到。',
      sequences: '连续的字符很容易猜到。',
      recentYears: '最近的年份很容易猜到。',
      dates: '日期很容易猜到。',
      topTen: '是最常用的十个密码之一。',
      topHundred: '是最常用的百个密码之一。',
      common: '很多人在用这个密码。',
      similarToCommon: '与很多人用的密码相近。',
      wordByItself: '单独一个词很容易猜到。',
      namesByThemselves: '只用姓名很容易被猜到。',
      commonNames: '常见的姓名很容易猜到。',
      userInputs: '不要含手机号或用户名。',
    },
    advice: {
      l33t: '用 @ 代替 a 帮助不大。',
      reverseWords: '倒过来写帮助不大。',
      allUppercase: '部分字母大写即可。',
      capitalization: '再大写几个字母。',
      dates: '不要用自己的日期。',
      recentYears: '不要用最近的年份。',
      associatedYears: '不要用自己的年份。',
      sequences: '不要用连续的字母或数字。',
      repeated: '不要重复词或字母。',
      anotherWord: '再加一两个不常见的词。',
    },
  },
};
