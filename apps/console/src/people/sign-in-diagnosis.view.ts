import type { View } from '../view.ts';

export const view = {
  path: '/console/trouble',
  navigation: { group: 'people', title: { 'zh-CN': '登录诊断', en: 'Can’t sign in' }, role: 'support' },
  states: [
    { name: 'trouble', address: '/console/trouble?identity=13900000000', ready: 'main h2' },
    { name: 'refusals', address: '/console/trouble?identity=PHONE', ready: 'tbody tr' },
  ],
} as const satisfies View;
