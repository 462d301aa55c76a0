import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/paths',
  navigation: { group: 'usage', title: { 'zh-CN': '路径', en: 'Paths' } },
  states: [{ name: 'paths', ready: '[role=img]' }],
} as const satisfies View;
