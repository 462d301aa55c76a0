/** The words of the host site's frame. */
import type { Language } from '@rollcall/react';

export interface SchoolWords {
  readonly name: string;
  readonly navigation: string;
  readonly contests: string;
  readonly lessons: string;
  readonly foot: string;
  readonly rollcall: string;
}

export const school: Readonly<Record<Language, SchoolWords>> = {
  'zh-CN': {
    name: '星野网校',
    navigation: '主要栏目',
    contests: '编程赛',
    lessons: '课程',
    foot: '星野网校是一个示例站点，账号由点名册管理。',
    rollcall: '关于点名册',
  },
  en: {
    name: 'Starfield School',
    navigation: 'Main sections',
    contests: 'Contests',
    lessons: 'Lessons',
    foot: 'Starfield School is an example site; its accounts are kept by Rollcall.',
    rollcall: 'About Rollcall',
  },
};
