import type { View } from '../view.ts';

export const view = {
  path: '/console/settings',
  navigation: { group: 'administration', title: { 'zh-CN': '设置', en: 'Settings' }, role: 'admin' },
  states: [
    // All of them are alike, and take axe long.
    { name: 'settings', address: '/console/settings?from=settable', ready: 'main table' },
    {
      name: 'change-setting',
      address: '/console/settings?find=ROLLCALL_COLOUR',
      ready: 'main table',
      steps: [{ click: 'main table button' }, { wait: 'dialog input' }],
    },
  ],
} as const satisfies View;
