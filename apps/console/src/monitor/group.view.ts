import type { View } from '../view.ts';

export const view = {
  path: '/console/monitor/errors/$id',
  states: [
    {
      name: 'error-group',
      address: '/console/monitor/errors?product=PRODUCT&sort=count',
      ready: 'tbody tr',
      steps: [{ click: 'td a' }, { wait: 'main ol li' }, { wait: '[role=img]' }],
    },
    {
      name: 'error-note',
      address: '/console/monitor/errors?product=PRODUCT&sort=count',
      ready: 'tbody tr',
      steps: [
        { click: 'td a' },
        { wait: 'main ol li' },
        { click: 'main header button:last-child' },
        { wait: 'dialog textarea' },
      ],
    },
  ],
} as const satisfies View;
