import type { View } from '../view.ts';

export const view = {
  path: '/console/agreements',
  navigation: { group: 'people', title: { 'zh-CN': '协议', en: 'Agreements' } },
  states: [{ name: 'agreements', ready: 'tbody tr' }],
} as const satisfies View;
