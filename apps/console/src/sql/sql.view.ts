import type { View } from '../view.ts';

export const view = {
  path: '/console/sql',
  navigation: { group: 'usage', title: { 'zh-CN': 'SQL', en: 'SQL' }, role: 'admin' },
  states: [{ name: 'sql', ready: 'h1' }],
} as const satisfies View;
