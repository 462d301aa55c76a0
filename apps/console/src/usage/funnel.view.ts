import type { View } from '../view.ts';

export const view = {
  path: '/console/usage/funnel',
  navigation: { group: 'usage', title: { 'zh-CN': '漏斗', en: 'Funnel' } },
  states: [
    { name: 'funnel-empty', ready: 'h1' },
    {
      name: 'funnel',
      address: '/console/usage/funnel?steps=view%3A%252F%2Ccustom%3Alesson.open%2Ccustom%3Alesson.done',
      ready: '[role=img]',
    },
  ],
} as const satisfies View;
