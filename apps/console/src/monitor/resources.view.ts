import type { View } from '../view.ts';

export const view = {
  path: '/console/monitor/resources',
  navigation: { group: 'monitor', title: { 'zh-CN': '加载失败', en: 'Load failures' } },
  scope: 'product',
  states: [
    {
      name: 'load-failures',
      address: '/console/monitor/resources?product=PRODUCT&only=all',
      ready: '[role=img]',
    },
    {
      name: 'load-failures-table',
      address: '/console/monitor/resources?product=PRODUCT&only=all&as=table',
      ready: 'tbody tr',
    },
  ],
} as const satisfies View;
