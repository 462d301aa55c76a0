import type { View } from '../view.ts';

export const view = {
  path: '/console/monitor/vitals',
  navigation: { group: 'monitor', title: { 'zh-CN': '页面性能', en: 'Web vitals' } },
  scope: 'product',
  states: [
    { name: 'vitals', address: '/console/monitor/vitals?product=PRODUCT', ready: '[role=img]' },
    {
      name: 'vitals-shift',
      address: '/console/monitor/vitals?product=PRODUCT&metric=CLS&as=table',
      ready: 'tbody tr',
    },
  ],
} as const satisfies View;
