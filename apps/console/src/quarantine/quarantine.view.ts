import type { View } from '../view.ts';

export const view = {
  path: '/console/quarantine',
  navigation: { group: 'usage', title: { 'zh-CN': '隔离记录', en: 'Quarantine' }, role: 'support' },
  states: [{ name: 'quarantine', ready: 'main p' }],
} as const satisfies View;
