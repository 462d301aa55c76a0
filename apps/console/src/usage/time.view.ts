import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/time',
  navigation: { group: 'usage', title: { 'zh-CN': '时长', en: 'Time spent' } },
  states: [{ name: 'time', ready: '[role=img]' }],
} as const satisfies View;
