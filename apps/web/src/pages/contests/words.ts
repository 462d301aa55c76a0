/** The words of the list of contests. */
import type { Language } from '@rollcall/react';

export interface ContestWords {
  readonly title: string;
  readonly lead: string;
  readonly list: string;
  readonly date: (month: number, day: number) => string;
  readonly levels: readonly [string, string, string];
  readonly minutes: (minutes: number) => string;
  readonly entrants: (count: number) => string;
  /** The label of the bookmark button, and its name for screen readers. */
  readonly mark: string;
  readonly marked: string;
  readonly count: (marked: number) => string;
  /** Shown where the browser stores nothing. */
  readonly unkept: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const contestWords: Readonly<Record<Language, ContestWords>> = {
  'zh-CN': {
    title: '编程赛',
    lead: '一学年，二百四十场。每一题都画得出来：先看图，再动手。',
    list: '编程赛列表',
    date: (month, day) => `${month}月${day}日`,
    levels: ['小学组', '初中组', '高中组'],
    minutes: minutes => `${minutes} 分钟`,
    entrants: count => `${count.toLocaleString('zh-CN')} 人报名`,
    mark: '记下',
    marked: '已记下',
    count: marked => `已记下 ${marked} 场`,
    unkept: '浏览器没有保存，关闭本页后不再保留。',
  },
  en: {
    title: 'Coding contests',
    lead: 'Two hundred and forty in a school year, each about something that can be drawn. Look first, then code.',
    list: 'The contests',
    date: (month, day) => `${day} ${months[month - 1] ?? ''}`,
    levels: ['Primary school', 'Middle school', 'High school'],
    minutes: minutes => `${minutes} minutes`,
    entrants: count => `${count.toLocaleString('en')} entrants`,
    mark: 'Note it',
    marked: 'Noted',
    count: marked => `${marked} noted`,
    unkept: 'Your browser can’t store this: it will be gone when you close this page.',
  },
};
