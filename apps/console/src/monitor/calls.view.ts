import type { View } from '../view.ts';

export const view = {
  path: '/console/monitor',
  navigation: { group: 'monitor', title: { 'zh-CN': '接口', en: 'API calls' } },
  scope: 'product',
  states: [
    { name: 'calls', address: '/console/monitor?product=PRODUCT', ready: '[role=img]' },
    {
      name: 'calls-latency',
      address: '/console/monitor?product=PRODUCT&show=latency&sort=p95',
      ready: '[role=img]',
    },
    { name: 'calls-table', address: '/console/monitor?product=PRODUCT&as=table', ready: 'tbody tr' },
    { name: 'calls-unknown', address: '/console/monitor?product=shcool', ready: 'main code' },
  ],
} as const satisfies View;
