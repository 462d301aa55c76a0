import type { View } from '../view.ts';

export const view = {
  path: '/console/agreements/edit',
  states: [
    // the preview of the server
    {
      name: 'agreement-edit',
      address: '/console/agreements/edit?code=user-agreement',
      ready: 'main section[lang] p',
    },
    { name: 'agreement-new', ready: 'textarea' },
  ],
} as const satisfies View;
