import type { View } from '../view.ts';

export const view = {
  path: '/console',
  navigation: { group: 'start', title: { 'zh-CN': '概览', en: 'Overview' } },
  // all tiles: one that comes late moves what has the focus
  states: [
    {
      name: 'overview',
      ready: 'dl',
      steps: [{ wait: '[data-tile]' }, { wait: 'main:not(:has([data-tile]:not(:has([role=img], table))))' }],
    },
  ],
} as const satisfies View;
