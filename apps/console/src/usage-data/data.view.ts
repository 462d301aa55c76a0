import type { View } from '../view.ts';

export const view = {
  path: '/console/data',
  navigation: {
    group: 'people',
    title: { 'zh-CN': '数据请求', en: 'Data requests' },
    role: 'support',
  },
  states: [
    { name: 'data', ready: 'main p' },
    {
      name: 'data-request',
      address: '/console/data?subject=PERSON',
      ready: 'main p',
      steps: [
        { click: 'main header button' },
        { fill: 'dialog [name=subject]', text: 'two words' },
        { click: 'dialog button[type=submit]' },
        { wait: 'dialog [aria-invalid=true]' },
      ],
    },
  ],
} as const satisfies View;
