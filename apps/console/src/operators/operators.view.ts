import type { View } from '../view.ts';

export const view = {
  path: '/console/operators',
  navigation: { group: 'administration', title: { 'zh-CN': '操作员', en: 'Operators' }, role: 'admin' },
  states: [
    { name: 'operators', ready: 'tbody tr' },
    {
      name: 'operator-role',
      ready: 'tbody tr',
      steps: [{ click: 'td button' }, { wait: 'dialog [type=radio]' }],
    },
    {
      name: 'invite',
      ready: 'tbody tr',
      steps: [
        { click: 'main header button' },
        { click: 'dialog button[type=submit]' },
        { wait: 'dialog code' },
      ],
    },
  ],
} as const satisfies View;
