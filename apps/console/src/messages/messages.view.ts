import type { View } from '../view.ts';

export const view = {
  path: '/console/messages',
  navigation: { group: 'access', title: { 'zh-CN': '消息', en: 'Messages' } },
  states: [{ name: 'messages', ready: '[role=img]' }],
} as const satisfies View;
