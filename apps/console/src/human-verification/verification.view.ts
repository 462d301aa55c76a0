import type { View } from '../view.ts';

export const view = {
  path: '/console/human-verification',
  navigation: { group: 'access', title: { 'zh-CN': '安全验证', en: 'Human verification' } },
  states: [
    { name: 'human-verification', ready: 'tbody tr' },
    {
      name: 'human-verification-rule',
      ready: 'tbody tr',
      steps: [{ click: 'td button' }, { wait: 'dialog input[type=radio]' }],
    },
  ],
} as const satisfies View;
