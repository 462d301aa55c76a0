import type { View } from '../view.ts';

export const view = {
  path: '/console/agreements/$code',
  states: [{ name: 'agreement', address: '/console/agreements/user-agreement', ready: 'tbody tr' }],
} as const satisfies View;
