// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { TextButton } from './buttons.tsx';
import { Dialog } from './dialog.tsx';

const { box, render } = testRoot();
beforeEach(() => {
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector('button')?.focus();
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
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
        {/* A table scrolls in a section of its own, which has no heading. */}
        <section aria-label="Rows">
          {rows.map(row => (
            <button key={row} type="button" onClick={() => setAsked(row)}>
              {row}
            </button>
          ))}
        </section>
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
  await render(<List />);
  await press('last');
  expect(focused()).toBe('delete');
  await press('cancel');
  expect(focused()).toBe('last');
  await press('last');
  await press('delete');
  expect(focused()).toBe('Rows');
});

/** A button that goes with what it did, and one that stays. */
function Notice() {
  const [there, setThere] = useState(true);
  return (
    <>
      <h1 data-title="">Page</h1>
      <section>
        <h2>Notice</h2>
        {there ? <TextButton onClick={() => setThere(false)}>undo</TextButton> : null}
        <TextButton onClick={() => setThere(false)}>clear</TextButton>
      </section>
    </>
  );
}

test('a button that goes gives the focus to the heading of its section; one without the focus leaves it where it is', async () => {
  await render(<Notice key="first" />);
  await press('undo');
  expect(focused()).toBe('Notice');
  await render(<Notice key="second" />);
  await press('clear');
  expect(focused()).toBe('clear');
});
