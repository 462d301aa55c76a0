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
        { click: 'main header > div + div > button' },
        { wait: 'dialog textarea' },
        { click: 'dialog button[type=submit]' },
        { wait: 'dialog [aria-invalid=true]' },
      ],
    },
    {
      name: 'person-number',
      address: '/console/people/PERSON',
      ready: 'dl',
      steps: [
        { click: 'main button:text-matches("^(?:更换手机号|Change the number)$")' },
        { wait: 'dialog [type=checkbox]' },
      ],
    },
  ],
} as const satisfies View;
