import type { View } from '../view.ts';

export const view = {
  path: '/console/usage',
  navigation: { group: 'usage', title: { 'zh-CN': '趋势', en: 'Trend' } },
  states: [
    { name: 'trend', address: '/console/usage?by=platform', ready: '[role=img]' },
    { name: 'trend-table', address: '/console/usage?as=table', ready: 'tbody tr' },
    {
      name: 'trend-pick',
      ready: '[role=img]',
      steps: [{ click: '[role=combobox]' }, { wait: '[role=option]' }],
    },
  ],
} as const satisfies View;
