import type { View } from '../view.ts';

export const view = {
  path: '/console/account',
  states: [{ name: 'account', ready: 'tbody tr' }],
} as const satisfies View;
