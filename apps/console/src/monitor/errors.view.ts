import type { View } from '../view.ts';

export const view = {
  path: '/console/monitor/errors',
  navigation: { group: 'monitor', title: { 'zh-CN': '脚本错误', en: 'Script errors' } },
  scope: 'product',
  states: [
    { name: 'errors', address: '/console/monitor/errors?product=PRODUCT', ready: 'tbody tr' },
    {
      name: 'errors-new',
      address: '/console/monitor/errors?product=PRODUCT&only=new',
      ready: 'tbody tr',
      steps: [{ wait: 'tbody [role=img]' }],
    },
    {
      name: 'errors-none',
      address: '/console/monitor/errors?product=PRODUCT&q=nothing-like-it',
      ready: 'main p',
    },
  ],
} as const satisfies View;
