import type { View } from '../view.ts';

export const view = {
  path: '/console',
  navigation: { group: 'start', title: { 'zh-CN': '概览', en: 'Overview' } },
  states: [{ name: 'overview', ready: 'dl' }],
} as const satisfies View;
