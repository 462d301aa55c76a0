import type { View } from '../view.ts';

export const view = {
  path: '/console/sign-in-clients',
  navigation: { group: 'access', title: { 'zh-CN': '登录来源', en: 'Sign-in clients' } },
  states: [{ name: 'sign-in-clients', ready: 'tbody tr' }],
} as const satisfies View;
