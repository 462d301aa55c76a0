import type { View } from '../view.ts';

/** Its address holds an id: the list leads to it. */
export const view = {
  path: '/console/webhooks/$id',
  states: [
    {
      name: 'webhook',
      address: '/console/webhooks',
      ready: 'tbody a',
      steps: [{ click: 'tbody a' }, { wait: 'main dl' }, { wait: 'tbody button' }],
    },
    {
      name: 'webhook-change',
      address: '/console/webhooks',
      ready: 'tbody a',
      steps: [
        { click: 'tbody a' },
        { wait: 'main dl' },
        { click: 'main header form ~ button' },
        { wait: 'dialog [type=checkbox]' },
      ],
    },
    {
      name: 'webhook-secret',
      address: '/console/webhooks',
      ready: 'tbody a',
      steps: [
        { click: 'tbody a' },
        { wait: 'main dl' },
        { click: 'main header form ~ button + button' },
        { wait: 'dialog [name=overlap]' },
      ],
    },
  ],
} as const satisfies View;
