import type { View } from '../view.ts';

export const view = {
  path: '/console/dashboards',
  navigation: { group: 'usage', title: { 'zh-CN': '看板', en: 'Dashboards' } },
  states: [
    { name: 'dashboards', ready: 'tbody tr' },
    {
      name: 'new-dashboard',
      ready: 'tbody tr',
      steps: [{ click: 'main header button' }, { wait: 'dialog [name=name]' }],
    },
  ],
} as const satisfies View;
