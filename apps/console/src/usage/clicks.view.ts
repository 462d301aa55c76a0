import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/clicks',
  navigation: { group: 'usage', title: { 'zh-CN': '点击热图', en: 'Click map' } },
  scope: 'products',
  states: [
    { name: 'clicks', address: '/console/usage/clicks?page=%2Flesson', ready: '[role=img]' },
    { name: 'clicks-choose', ready: 'main p' },
    { name: 'clicks-empty', address: '/console/usage/clicks?page=%2Fnobody', ready: 'h1' },
  ],
} as const satisfies View;
