import type { View } from '../view.ts';

export const view = {
  path: '/console/import/$id',
  states: [],
} as const satisfies View;
