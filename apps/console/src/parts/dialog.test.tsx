// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector('button')?.focus();
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

/** A list whose rows are deleted in a dialog. */
function List() {
  const [rows, setRows] = useState(['first', 'last']);
  const [asked, setAsked] = useState<string>();
  return (
    <>
      <h1 data-title="">Page</h1>
      <section>
        <h2>Rows</h2>
        {rows.map(row => (
          <button key={row} type="button" onClick={() => setAsked(row)}>
            {row}
          </button>
        ))}
        {asked ? (
          <Dialog title="Delete?" onClose={() => setAsked(undefined)}>
            <button
              type="button"
              onClick={() => {
                setRows(rows.filter(row => row !== asked));
                setAsked(undefined);
              }}
            >
              delete
            </button>
            <button type="button" onClick={() => setAsked(undefined)}>
              cancel
            </button>
          </Dialog>
        ) : null}
      </section>
    </>
  );
}
const press = (name: string) =>
  act(async () => {
    const button = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    button?.focus();
    button?.click();
  });
const focused = () => document.activeElement?.textContent;

test('the focus goes back to what opened it, and to the heading of its section where that is gone', async () => {
  await act(async () => root.render(<List />));
  await press('last');
  expect(focused()).toBe('delete');
  await press('cancel');
  expect(focused()).toBe('last');
  await press('last');
  await press('delete');
  expect(focused()).toBe('Rows');
});
