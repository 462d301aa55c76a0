// @vitest-environment jsdom
import { PAGE_SETTINGS_ID } from '@rollcall/contract';
import { expect, test, vi } from 'vitest';
import { useEffect } from 'react';
import { words } from '../words/zh-CN.ts';
import { hydrate } from './hydrate.tsx';
// in memory, as where both are in one file: asking for it takes no task
import './page-root.tsx';
import './react-root.ts';

test('the page starts in a task of its own, over its HTML and what was typed there', async () => {
  document.body.innerHTML = `<div id="root"><input></div><script id="${PAGE_SETTINGS_ID}">{"pid":"school","product":"school"}</script>`;
  const field = document.querySelector('input');
  if (field) field.value = '13800000000';
  const started = vi.fn();
  const Page = () => {
    useEffect(started, []);
    return <input />;
  };
  const order: string[] = [];
  const task = new MessageChannel();
  task.port1.addEventListener('message', () => order.push('another task'));
  task.port1.start();
  const load = () => {
    order.push('page');
    return Promise.resolve(Page);
  };
  void hydrate(load, words, { reports: false });
  order.push('script');
  task.port2.postMessage(0);
  await expect.poll(() => started.mock.calls).toHaveLength(1);
  expect(order).toEqual(['script', 'another task', 'page']);
  expect(document.querySelector('input')).toBe(field);
  expect(field?.value).toBe('13800000000');
  task.port1.close();
});
