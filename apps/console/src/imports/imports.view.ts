import type { View } from '../view.ts';

export const view = {
  path: '/console/import',
  navigation: {
    group: 'people',
    title: { 'zh-CN': '导入', en: 'Bring people in' },
    role: 'support',
  },
  states: [
    { name: 'imports', ready: 'main header button' },
    {
      name: 'import-file',
      ready: 'main header button',
      steps: [{ click: 'main header button' }, { wait: 'dialog [type=file]' }],
    },
  ],
} as const satisfies View;
