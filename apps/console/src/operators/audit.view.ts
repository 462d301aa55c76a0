import type { View } from '../view.ts';

export const view = {
  path: '/console/audit',
  navigation: { group: 'administration', title: { 'zh-CN': '审计记录', en: 'Audit log' }, role: 'admin' },
  states: [
    { name: 'audit', ready: 'tbody tr' },
    {
      name: 'audit-filters',
      ready: 'tbody tr',
      steps: [{ click: 'main button[aria-expanded=false]' }, { wait: 'main [name=from]' }],
    },
  ],
} as const satisfies View;
