import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/paths',
  navigation: { group: 'usage', title: { 'zh-CN': '路径', en: 'Paths' } },
  states: [
    { name: 'paths', ready: '[role=img]' },
    { name: 'paths-table', address: '/console/usage/paths?as=table', ready: 'tbody tr' },
  ],
} as const satisfies View;
