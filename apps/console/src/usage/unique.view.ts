import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/unique',
  navigation: { group: 'usage', title: { 'zh-CN': '用户数', en: 'Unique users' } },
  states: [{ name: 'unique', ready: '[role=img]' }],
} as const satisfies View;
