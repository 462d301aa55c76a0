// @vitest-environment jsdom
import { RollcallProvider, zhCN } from '@rollcall/react';
import { UsageProvider, usageWords } from '@rollcall/react/usage';
import { createUsage, type Usage } from '@rollcall/usage';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Foot } from './foot.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const words = usageWords['zh-CN'];
let usage: Usage;
let root: Root;
let box: HTMLElement;
beforeEach(() => {
  localStorage.clear();
  box = document.body.appendChild(document.createElement('div'));
  usage = createUsage({ product_code: 'foot', url: '/', env: 'test' });
});
afterEach(async () => {
  await act(async () => root.unmount());
  usage.consent.withdraw(['event', 'view', 'user', 'app', 'device']);
  usage.close();
  box.remove();
});

const draw = () =>
  act(async () => {
    root = createRoot(box);
    root.render(
      <RollcallProvider auth={undefined} phrases={zhCN}>
        <UsageProvider usage={usage}>
          <Foot />
        </UsageProvider>
      </RollcallProvider>,
    );
  });
const named = (name: string) =>
  [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name);

test('after a refusal by keyboard focus moves to the settings, and it is announced that nothing is recorded', async () => {
  await draw();
  named(words.refuse)?.focus();
  await act(async () => named(words.refuse)?.click());
  expect(document.activeElement).toBe(named(words.settings));
  expect(box.querySelector('[aria-live]')?.textContent).toContain(words.nothing);
  expect(box.querySelector('[data-consent]')).toBeNull();
});

test('a visitor who has answered sees a link to the settings, without focus', async () => {
  localStorage.setItem('rollcall.usage_asked', '2026-11');
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await draw();
  expect(document.activeElement).toBe(field);
  expect(box.textContent).toBe(words.settings);
  expect(named(words.settings)?.getAttribute('aria-expanded')).toBe('false');
  await act(async () => named(words.settings)?.click());
  expect(box.querySelectorAll('input[type=checkbox]')).toHaveLength(5);
  field.remove();
});
