// @vitest-environment jsdom
/** A channel that is turned to another language: what its bot has to know is said, and a test is offered. */
import type { AlertChannel } from '@rollcall/contract/console';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { routed, testRoot } from '../testing-root.tsx';
import { AlertChannels } from './alert-channels.tsx';

const { box, render } = testRoot();
let calls: (readonly [string, unknown])[];
beforeEach(() => {
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  calls = [];
});

const channel: AlertChannel = {
  id: 3,
  name: 'ours',
  kind: 'dingtalk',
  hint: 'abcd',
  signed: false,
  language: 'zh-CN',
  created_at: 0,
};
const client = {
  call: async (name: string, { body }: { body: object }) => {
    calls.push([name, body]);
    return { ...channel, ...body, failure: null };
  },
};
const change = async (more: Partial<AlertChannel> = {}) => {
  const channels = (
    <AlertChannels
      channels={[{ ...channel, ...more }]}
      rules={[]}
      questions={[]}
      webhook={false}
      origins={[]}
      admin
    />
  );
  await render(await routed(channels), { client });
  await press('Change: ours');
};
const press = async (name: string) => {
  const buttons = [...box.querySelectorAll('button')];
  const found = buttons.find(each => (each.getAttribute('aria-label') ?? each.textContent) === name);
  if (!found) throw new Error(`nothing is called ${name}`);
  await act(async () => found.click());
};
const dialog = () => box.querySelector('dialog');
const select = (language: string) =>
  act(async () => {
    const field = dialog()?.querySelector('select') as HTMLSelectElement;
    field.value = language;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });

test('a bot that may check keywords is told those of the language, and can be tested after it', async () => {
  await change();
  expect(dialog()?.textContent).toContain('警报, 恢复, 数据, 无法计算, 看板, 测试');
  await select('en');
  expect(dialog()?.textContent).toContain('Alert, Resolved, No data, Not evaluated, Dashboard, Test');
  await press('Save');
  expect(calls).toEqual([['changeAlertChannel', { id: 3, name: 'ours', language: 'en' }]]);
  await press('Send');
  expect(calls[1]).toEqual(['testAlertChannel', { id: 3 }]);
  expect(dialog()?.textContent).toContain('The message was accepted.');
});

test('a new name alone is saved without a test', async () => {
  await change();
  await press('Save');
  expect(calls).toHaveLength(1);
  expect(dialog()).toBeNull();
});

test.each([{ signed: true }, { kind: 'wecom' }, { kind: 'webhook' }] as const)(
  'nothing is said of keywords where there are none: %o',
  async more => {
    await change(more);
    expect(dialog()?.textContent).not.toContain('keywords');
  },
);
