import type { View } from '../view.ts';

export const view = {
  path: '/console/ask',
  navigation: { group: 'usage', title: { 'zh-CN': '提问', en: 'Ask' } },
  scope: 'products',
  states: [
    { name: 'ask', ready: '[role=img]' },
    { name: 'ask-table', address: '/console/ask?as=table', ready: 'tbody tr' },
    {
      name: 'ask-filter',
      ready: '[role=img]',
      steps: [{ click: 'main [role=group] > div > button' }, { wait: 'main form [role=combobox]' }],
    },
    {
      name: 'ask-more',
      ready: '[role=img]',
      steps: [{ click: 'main details > summary' }, { wait: 'main details[open] select' }],
    },
    {
      name: 'ask-funnel',
      address:
        '/console/ask?q=%7B%22v%22%3A1%2C%22kind%22%3A%22funnel%22%2C%22series%22%3A%5B%7B%22event%22%3A%7B%22kind%22%3A%22view%22%2C%22key%22%3A%22%2F%22%7D%7D%2C%7B%22event%22%3A%7B%22kind%22%3A%22custom%22%2C%22key%22%3A%22lesson.open%22%7D%7D%5D%2C%22breakdowns%22%3A%5B%22device.class%22%5D%7D',
      ready: '[role=img]',
    },
    {
      name: 'ask-retention',
      address:
        '/console/ask?q=%7B%22v%22%3A1%2C%22kind%22%3A%22retention%22%2C%22series%22%3A%5B%7B%7D%2C%7B%7D%5D%2C%22grain%22%3A%22week%22%7D',
      ready: '[data-tone]',
    },
    {
      name: 'ask-save',
      ready: '[role=img]',
      steps: [{ click: 'main header button' }, { wait: 'dialog [name=name]' }],
    },
  ],
} as const satisfies View;
