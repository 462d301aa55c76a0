import type { View } from '../view.ts';

export const view = {
  path: '/console/audit',
  navigation: { group: 'administration', title: { 'zh-CN': '审计记录', en: 'Audit log' }, role: 'admin' },
  states: [{ name: 'audit', ready: 'tbody tr' }],
} as const satisfies View;
