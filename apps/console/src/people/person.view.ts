import type { View } from '../view.ts';

export const view = {
  path: '/console/people/$id',
  states: [
    { name: 'person', address: '/console/people/PERSON', ready: 'dl' },
    {
      name: 'block',
      address: '/console/people/PERSON',
      ready: 'dl',
      steps: [
        { click: 'main header button' },
        { wait: 'dialog textarea' },
        { click: 'dialog button[type=submit]' },
        { wait: 'dialog [aria-invalid=true]' },
      ],
    },
  ],
} as const satisfies View;
