import type { View } from '../view.ts';

/** Its address holds an id: the list leads to it. */
export const view = {
  path: '/console/dashboards/$id',
  scope: 'products',
  states: [
    {
      name: 'dashboard',
      address: '/console/dashboards',
      ready: 'tbody tr',
      steps: [{ click: 'tbody a' }, { wait: '[data-tile] [role=img]' }],
    },
    {
      name: 'dashboard-arranged',
      address: '/console/dashboards',
      ready: 'tbody tr',
      steps: [
        { click: 'tbody a' },
        { wait: '[data-tile] [role=img]' },
        { click: 'main header [data-arrange] button' },
        { wait: '[data-tile] [draggable]' },
      ],
    },
  ],
} as const satisfies View;
