import type { View } from '../view.ts';

/** Its address holds an id: the list leads to it, the newest first. */
export const view = {
  path: '/console/import/$id',
  states: [
    {
      name: 'import',
      address: '/console/import',
      ready: 'tbody a',
      steps: [{ click: 'tbody a' }, { wait: 'main form select' }],
    },
    {
      name: 'import-run',
      address: '/console/import',
      ready: 'tbody a',
      steps: [
        { click: 'tbody a' },
        { wait: 'main form select' },
        { click: 'main header button' },
        { click: 'dialog label:has([type=checkbox])' },
        { wait: 'dialog [name=tell_hourly]' },
      ],
    },
    {
      name: 'import-done',
      address: '/console/import',
      ready: 'tbody a',
      steps: [{ click: 'tbody tr:nth-child(2) a' }, { wait: 'main td button' }],
    },
    {
      name: 'import-papers',
      address: '/console/import',
      ready: 'tbody a',
      steps: [
        { click: 'tbody tr:nth-child(2) a' },
        { click: 'main td button' },
        { click: 'dialog [type=submit]' },
        { wait: 'main img' },
      ],
    },
  ],
} as const satisfies View;
