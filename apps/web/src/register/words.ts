/** The words of the drawn register, for prerendering only. */
import type { Language } from '@rollcall/react';

export interface RegisterWords {
  /** The names in the register, from top to bottom. */
  readonly names: readonly string[];
  /** The heads of the columns. */
  readonly days: readonly string[];
  readonly you: string;
}

/** Days without a name: the document is the same on each day of the week. */
const past = Array.from({ length: 17 }, () => '');

export const registerWords: Readonly<Record<Language, RegisterWords>> = {
  'zh-CN': {
    names: [
      '林小满',
      '周知远',
      '陈一诺',
      '苏禾',
      '何以宁',
      '许星河',
      '沈青禾',
      '顾南枝',
      '唐果',
      '叶知秋',
      '江临',
      '宋时雨',
      '方晓',
      '白榆',
      '程望',
      '陆听澜',
      '秦朗',
      '温故',
      '夏木',
      '严冬青',
      '余音',
      '钟鸣',
      '蓝田',
      '柳依依',
      '孟春',
      '阮清和',
    ],
    days: [...past, '今天'],
    you: '你',
  },
  en: {
    names: [
      'Ada Lin',
      'Ben Zhou',
      'Chloe Chen',
      'Su He',
      'Daniel Ho',
      'Ella Xu',
      'Finn Shen',
      'Grace Gu',
      'Hugo Tang',
      'Iris Ye',
      'Jonas Jiang',
      'Kate Song',
      'Leo Fang',
      'Mia Bai',
      'Noah Cheng',
      'Olive Lu',
      'Paul Qin',
      'Quinn Wen',
      'Rosa Xia',
      'Sam Yan',
      'Tess Yu',
      'Uma Zhong',
      'Vera Lan',
      'Will Liu',
      'Yara Meng',
      'Zoe Ruan',
    ],
    days: [...past, 'Today'],
    you: 'You',
  },
};
