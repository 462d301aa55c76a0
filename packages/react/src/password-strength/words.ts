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
    straightRow: 'Keys in one row are easy to guess.',
    keyPattern: 'Short patterns on the keyboard are easy to guess.',
    simpleRepeat: 'Repeats such as “aaa” are easy to guess.',
    extendedRepeat: 'Repeats such as “abcabc” are as easy to guess as “abc”.',
    sequences: 'Sequences such as “abc” or “6543” are easy to guess.',
    recentYears: 'Recent years are easy to guess.',
    dates: 'Dates are easy to guess.',
    topTen: 'This is one of the ten most used passwords.',
    topHundred: 'This is one of the hundred most used passwords.',
    common: 'Many people use this password.',
    similarToCommon: 'This is close to a password that many people use.',
    wordByItself: 'A single word is easy to guess.',
    namesByThemselves: 'A name alone is easy to guess.',
    commonNames: 'Common names are easy to guess.',
    userInputs: 'Leave out what others know of you, such as your number or username.',
  } satisfies Record<Warning, string>,
  advice: {
    l33t: 'Writing @ for a, and the like, helps little.',
    reverseWords: 'Writing words backwards helps little.',
    allUppercase: 'Use capitals for some letters, not for all.',
    capitalization: 'Use capitals beyond the first letter.',
    dates: 'Leave out dates that have to do with you.',
    recentYears: 'Leave out recent years.',
    associatedYears: 'Leave out years that have to do with you.',
    sequences: 'Leave out letters or figures in their order.',
    repeated: 'Leave out repeated words and letters.',
    longerKeyboardPattern: 'Make the keyboard pattern longer, with more turns.',
    anotherWord: 'Add another uncommon word or two.',
  } satisfies Record<Advice, string>,
};

export type StrengthWords = typeof en;

export const strengthWords: Readonly<Record<Language, StrengthWords>> = {
  en,
  'zh-CN': {
    level: { weak: '强度：弱', fair: '强度：中', strong: '强度：强' },
    warning: {
      straightRow: '键盘上同一排的按键很容易猜到。',
      keyPattern: '键盘上的短图案很容易猜到。',
      simpleRepeat: '“aaa”这样的重复很容易猜到。',
      extendedRepeat: '“abcabc”这样的重复和“abc”一样容易猜到。',
      sequences: '“abc”“6543”这样的顺序很容易猜到。',
      recentYears: '最近的年份很容易猜到。',
      dates: '日期很容易猜到。',
      topTen: '这是最常用的十个密码之一。',
      topHundred: '这是最常用的一百个密码之一。',
      common: '很多人在用这个密码。',
      similarToCommon: '这个密码和很多人用的密码很像。',
      wordByItself: '单独一个词很容易猜到。',
      namesByThemselves: '单独的姓名很容易猜到。',
      commonNames: '常见的姓名很容易猜到。',
      userInputs: '不要用您的手机号、用户名等别人知道的内容。',
    },
    advice: {
      l33t: '把字母换成相像的数字或符号，例如把 a 换成 @，没有多大帮助。',
      reverseWords: '把词倒过来写没有多大帮助。',
      allUppercase: '不必全部大写，部分字母大写即可。',
      capitalization: '除首字母外，再大写几个字母。',
      dates: '不要用与您有关的日期。',
      recentYears: '不要用最近的年份。',
      associatedYears: '不要用与您有关的年份。',
      sequences: '不要用连续的字母或数字。',
      repeated: '不要重复词或字母。',
      longerKeyboardPattern: '键盘图案再长一些，并多转几个方向。',
      anotherWord: '再加一两个不常见的词。',
    },
  },
};
