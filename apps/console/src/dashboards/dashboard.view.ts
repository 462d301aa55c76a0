import type { View } from '../view.ts';

/** Its states are those of the list, which leads to it: its address holds an id. */
export const view = {
  path: '/console/dashboards/$id',
  scope: 'products',
  states: [],
} as const satisfies View;
