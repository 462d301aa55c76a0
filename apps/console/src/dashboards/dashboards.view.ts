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
    {
      name: 'dashboard',
      ready: 'tbody tr',
      steps: [{ click: 'tbody a' }, { wait: '[data-tile] [role=img]' }],
    },
    {
      name: 'dashboard-arranged',
      ready: 'tbody tr',
      steps: [
        { click: 'tbody a' },
        { wait: '[data-tile] [role=img]' },
        { click: 'main header [data-arrange] button' },
        { wait: '[data-tile] [draggable]' },
      ],
    },
  ],
} as const satisfies View;
