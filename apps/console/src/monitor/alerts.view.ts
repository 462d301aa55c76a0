import type { View } from '../view.ts';

export const view = {
  path: '/console/monitor/alerts',
  navigation: { group: 'monitor', title: { 'zh-CN': '警报', en: 'Alerts' } },
  scope: 'product',
  states: [
    { name: 'alerts', address: '/console/monitor/alerts?product=PRODUCT', ready: 'tbody tr' },
    {
      name: 'alert-channel',
      address: '/console/monitor/alerts?product=PRODUCT',
      ready: 'tbody tr',
      steps: [{ click: 'main section header button' }, { wait: 'dialog [name=secret], dialog [name=name]' }],
    },
    {
      name: 'alert-rule',
      address: '/console/monitor/alerts?product=PRODUCT',
      ready: 'tbody tr',
      steps: [
        { click: 'main header button' },
        { click: 'dialog button[type=submit]' },
        { wait: 'dialog [aria-invalid=true]' },
      ],
    },
  ],
} as const satisfies View;
