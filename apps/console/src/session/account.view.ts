import type { View } from '../view.ts';

export const view = {
  path: '/console/account',
  states: [
    { name: 'account', ready: 'tbody tr' },
    {
      name: 'account-app',
      ready: 'tbody tr',
      steps: [
        { click: 'main button:text-matches("^(?:添加验证器应用|Add an authenticator app)$")' },
        { wait: 'main [data-totp-secret]' },
      ],
    },
  ],
} as const satisfies View;
