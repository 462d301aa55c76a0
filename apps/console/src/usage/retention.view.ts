import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/retention',
  navigation: { group: 'usage', title: { 'zh-CN': '留存', en: 'Retention' } },
  states: [{ name: 'retention', address: '/console/usage/retention?step=day&period=28', ready: 'tbody tr' }],
} as const satisfies View;
