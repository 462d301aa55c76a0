/** The words of the pages of errors. */
import type { Language } from '@rollcall/react';

export const errorNames = ['not-found', 'fault'] as const;
export type ErrorName = (typeof errorNames)[number];

export interface ErrorWords {
  readonly title: string;
  readonly lead: string;
}

export interface ErrorPageWords extends Readonly<Record<ErrorName, ErrorWords>> {
  readonly reference: string;
  readonly again: string;
  readonly front: string;
  readonly account: string;
}

export const errorWords: Readonly<Record<Language, ErrorPageWords>> = {
  'zh-CN': {
    'not-found': {
      title: '没有找到这个页面',
      lead: '地址可能输错了，或者页面已经移走。请检查地址，或从下面继续。',
    },
    fault: {
      title: '页面暂时打不开',
      lead: '我们这边出了点问题，已经记录下来。请稍后重试；如果还是不行，请把下面的编号告诉学校。',
    },
    reference: '编号：',
    again: '再试一次',
    front: '返回首页',
    account: '我的账号',
  },
  en: {
    'not-found': {
      title: 'There is no such page',
      lead: 'The address may be mistyped, or the page has moved. Check the address, or go on from here.',
    },
    fault: {
      title: 'This page can’t be shown now',
      lead: 'Something went wrong on our side and has been recorded. Please try again later; if it keeps happening, tell the school the reference below.',
    },
    reference: 'Reference: ',
    again: 'Try again',
    front: 'Front page',
    account: 'My account',
  },
};
