import type { View } from '../view.ts';

export const view = {
  path: '/console/webhooks',
  navigation: {
    group: 'administration',
    title: { 'zh-CN': 'Webhook', en: 'Webhooks' },
    role: 'admin',
  },
  states: [
    { name: 'webhooks', ready: 'main header button' },
    {
      name: 'new-webhook',
      ready: 'main header button',
      steps: [{ click: 'main header button' }, { wait: 'dialog [type=checkbox]' }],
    },
  ],
} as const satisfies View;
