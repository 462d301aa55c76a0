import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/live',
  navigation: { group: 'usage', title: { 'zh-CN': '实时', en: 'Live' } },
  scope: 'products',
  states: [{ name: 'live', ready: 'h1' }],
} as const satisfies View;
