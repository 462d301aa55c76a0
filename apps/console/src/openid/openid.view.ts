import type { View } from '../view.ts';

export const view = {
  path: '/console/openid',
  navigation: { group: 'access', title: { 'zh-CN': '接入应用', en: 'Connected apps' } },
  states: [
    { name: 'openid', ready: 'h1' },
    {
      name: 'openid-create',
      ready: 'h1',
      steps: [{ click: 'main header button' }, { wait: 'dialog input' }],
    },
  ],
} as const satisfies View;
