import type { Language } from '@rollcall/ui';

/** The words of the console's front page. */
export interface OverviewWords {
  readonly title: string;
  readonly lead: string;
  readonly people: string;
  readonly blocked: (count: string) => string;
  readonly signedUp: string;
  readonly signedIn: string;
  readonly refused: string;
  readonly sent: string;
  readonly failed: string;
  readonly lag: string;
  readonly lagWhat: string;
  readonly lagNone: string;
  readonly week: (count: string) => string;
  readonly today: string;
  readonly refusalsToday: string;
  readonly refusal: string;
  readonly count: string;
  readonly noRefusals: string;
  readonly noRefusalsHow: string;
  readonly asked: string;
  readonly seconds: (value: string) => string;
}

export const overviewWords: Readonly<Record<Language, OverviewWords>> = {
  'zh-CN': {
    title: '概览',
    lead: '今天与最近七天。',
    people: '在册人数',
    blocked: count => `其中封禁 ${count}`,
    signedUp: '今天注册',
    signedIn: '今天登录',
    refused: '今天被拒绝',
    sent: '今天发出的消息',
    failed: '今天未发出的消息',
    lag: '报告延迟',
    lagWhat: '使用报告晚到多久',
    lagNone: '尚无使用报告',
    week: count => `七天 ${count}`,
    today: '今天',
    refusalsToday: '今天为什么被拒绝',
    refusal: '原因',
    count: '次数',
    noRefusals: '今天还没有人被拒绝',
    noRefusalsHow: '登录、注册和发送验证码被拒绝时，原因会列在这里。',
    asked: '读取于',
    seconds: value => `${value} 秒`,
  },
  en: {
    title: 'Overview',
    lead: 'Today and the last seven days.',
    people: 'On the roll',
    blocked: count => `${count} blocked`,
    signedUp: 'Signed up today',
    signedIn: 'Signed in today',
    refused: 'Refused today',
    sent: 'Messages sent today',
    failed: 'Messages failed today',
    lag: 'Reports lag by',
    lagWhat: 'how far usage reports are behind',
    lagNone: 'nothing was reported yet',
    week: count => `${count} in seven days`,
    today: 'Today',
    refusalsToday: 'Why it was refused today',
    refusal: 'Reason',
    count: 'Times',
    noRefusals: 'Nobody was refused today',
    noRefusalsHow: 'When a sign-in, a sign-up or a code is refused, the reason will be listed here.',
    asked: 'Asked',
    seconds: value => `${value} s`,
  },
};
