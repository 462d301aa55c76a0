import type { View } from '../view.ts';

export const view = {
  path: '/console/people',
  navigation: { group: 'people', title: { 'zh-CN': '人员', en: 'People' } },
  scope: 'site',
  states: [
    { name: 'people', ready: 'tbody tr' },
    {
      name: 'people-create',
      ready: 'tbody tr',
      steps: [{ click: 'main header button' }, { wait: 'dialog [name=phone_number]' }],
    },
    {
      name: 'people-filters',
      ready: 'tbody tr',
      steps: [{ click: 'main button[aria-expanded=false]' }, { wait: 'main [name=from]' }],
    },
    { name: 'people-nobody', address: '/console/people?q=nobody-of-this-name', ready: 'main p' },
  ],
} as const satisfies View;
