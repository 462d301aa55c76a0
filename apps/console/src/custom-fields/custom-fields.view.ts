import type { View } from '../view.ts';

export const view = {
  path: '/console/custom-fields',
  navigation: {
    group: 'administration',
    title: { 'zh-CN': '自定义字段', en: 'Custom fields' },
    role: 'admin',
  },
  states: [
    { name: 'custom-fields', ready: 'main header button' },
    {
      name: 'new-custom-field',
      ready: 'main header button',
      steps: [{ click: 'main header button' }, { wait: 'dialog [name=key]' }],
    },
  ],
} as const satisfies View;
