// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import type { Entries, Item } from './items.ts';
import Palette from './palette.tsx';

let found: Entries;
vi.mock('./items.ts', () => ({ useItems: () => found }));
// jsdom has no dialogs
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};

const { box, render } = testRoot();

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
  const draw = () =>
    render(<Palette operator={{ role: 'admin' } as never} filters={{}} onClose={() => {}} />);
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
});
