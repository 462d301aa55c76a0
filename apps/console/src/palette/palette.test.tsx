// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import type { Entries, Item } from './items.ts';
import Palette from './palette.tsx';

let found: Entries;
vi.mock('./items.ts', () => ({ useItems: () => found }));
// jsdom has no dialogs
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test('what is found late above the active option does not change what Enter opens', async () => {
  const opened: string[] = [];
  const item = (key: string): Item => ({ key, title: key, run: () => void opened.push(key) });
  const entries = (people: readonly Item[]): Entries => ({
    sections: [
      { name: 'people', items: people },
      { name: 'views', items: [item('view')] },
    ],
    searching: false,
    failed: false,
  });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const draw = () =>
    act(async () =>
      root.render(
        <ConsoleContextProvider value={{ language: 'en' } as ConsoleContextValue}>
          <Palette operator={{ role: 'admin' } as never} filters={{}} onClose={() => {}} />
        </ConsoleContextProvider>,
      ),
    );
  found = entries([]);
  await draw();
  found = entries([item('person')]);
  await draw();
  expect(box.querySelector('[aria-selected=true]')?.textContent).toBe('view');
  await act(async () => {
    box
      .querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  expect(opened).toEqual(['view']);
  await act(async () => root.unmount());
});
