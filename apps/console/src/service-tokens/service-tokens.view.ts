import type { View } from '../view.ts';

export const view = {
  path: '/console/service-tokens',
  navigation: {
    group: 'administration',
    title: { 'zh-CN': '服务令牌', en: 'Service tokens' },
    role: 'admin',
  },
  states: [
    { name: 'service-tokens', ready: 'main header button' },
    {
      name: 'new-service-token',
      ready: 'main header button',
      steps: [{ click: 'main header button' }, { wait: 'dialog [type=checkbox]' }],
    },
  ],
} as const satisfies View;
