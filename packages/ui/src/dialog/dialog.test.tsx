// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settleBack } from './back.ts';
import { Dialog } from './dialog.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
    this.focus();
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  await settleBack();
  box.remove();
});

/** The browser's Back. */
const goBack = () =>
  act(async () => {
    const gone = new Promise(resolve => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await gone;
  });

function Page({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open ? (
        <Dialog
          title="Rules"
          busy={busy}
          classes={{}}
          onClose={() => {
            onClose();
            setOpen(false);
          }}
        >
          <p>text</p>
          <input type="radio" aria-label="way" />
          <input data-first="" aria-label="code" />
        </Dialog>
      ) : null}
    </>
  );
}

async function opened(busy: boolean) {
  const onClose = vi.fn();
  await act(async () => root.render(<Page busy={busy} onClose={onClose} />));
  const opener = box.querySelector('button');
  opener?.focus();
  await act(async () => opener?.click());
  const dialog = box.querySelector('dialog');
  if (!dialog || !opener) throw new Error('no dialog');
  const escape = () =>
    act(async () => {
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    });
  return { dialog, opener, onClose, escape };
}

test('is named by its title, and gives the focus back to what opened it', async () => {
  const { dialog, opener, onClose, escape } = await opened(false);
  expect(dialog.open).toBe(true);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('code');
  expect(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Rules');
  await escape();
  expect(onClose).toHaveBeenCalledOnce();
  expect(box.querySelector('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('a press on the backdrop closes it, one inside does not', async () => {
  const { dialog, onClose } = await opened(false);
  await act(async () => dialog.querySelector('p')?.click());
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => dialog.click());
  expect(onClose).toHaveBeenCalledOnce();
});

test('stays open while it is busy', async () => {
  const { dialog, onClose, escape } = await opened(true);
  await escape();
  await act(async () => dialog.click());
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.open).toBe(true);
});

test('opens again while it is busy where the browser closed it without asking', async () => {
  const { dialog, onClose } = await opened(true);
  dialog.open = false;
  await act(async () => {
    dialog.dispatchEvent(new Event('close'));
  });
  expect(dialog.open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

test('a browser that closes it without asking is followed', async () => {
  const { dialog, onClose } = await opened(false);
  dialog.open = false;
  await act(async () => {
    dialog.dispatchEvent(new Event('close'));
  });
  expect(onClose).toHaveBeenCalledOnce();
});

test('closing a dialog within it leaves it open', async () => {
  const outer = vi.fn();
  const inner = vi.fn();
  await act(async () =>
    root.render(
      <Dialog title="Outer" classes={{}} onClose={outer}>
        <Dialog title="Inner" classes={{}} onClose={inner}>
          <p>text</p>
        </Dialog>
      </Dialog>,
    ),
  );
  const within = box.querySelector('dialog dialog');
  await act(async () => {
    within?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  expect(inner).toHaveBeenCalledOnce();
  expect(outer).not.toHaveBeenCalled();
});

describe('Back', () => {
  test('closes an open dialog and stays on the page, whose own entry is as it was', async () => {
    history.replaceState({ router: 1 }, '', '/lesson');
    const { onClose } = await opened(false);
    await goBack();
    expect(onClose).toHaveBeenCalledOnce();
    expect(box.querySelector('dialog')).toBeNull();
    expect(history.state).toEqual({ router: 1 });
    expect(location.pathname).toBe('/lesson');
  });

  test('closes the inner of two dialogs first', async () => {
    const closed: string[] = [];
    const draw = (inner: boolean) => (
      <Dialog title="Outer" classes={{}} onClose={() => closed.push('outer')}>
        {inner ? (
          <Dialog title="Inner" classes={{}} onClose={() => closed.push('inner')}>
            <p>text</p>
          </Dialog>
        ) : null}
      </Dialog>
    );
    await act(async () => root.render(draw(false)));
    await act(async () => root.render(draw(true)));
    await goBack();
    expect(closed).toEqual(['inner']);
    await act(async () => root.render(draw(false)));
    await goBack();
    expect(closed).toEqual(['inner', 'outer']);
  });

  test('leaves a dialog open that is busy, and closes it afterwards', async () => {
    const { onClose } = await opened(true);
    await goBack();
    expect(onClose).not.toHaveBeenCalled();
    expect(box.querySelector('dialog')).not.toBeNull();
    await act(async () => root.render(<Page busy={false} onClose={onClose} />));
    await goBack();
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('has nothing to close where the dialog was closed otherwise', async () => {
    history.replaceState({ router: 2 }, '', '/lesson');
    const { escape } = await opened(false);
    expect(history.state).toMatchObject({ router: 2 });
    expect(history.state).not.toEqual({ router: 2 });
    await escape();
    await settleBack();
    expect(history.state).toEqual({ router: 2 });
  });

  test('closes a dialog too that takes the place of another', async () => {
    history.replaceState({ router: 3 }, '', '/lesson');
    const onClose = vi.fn();
    const draw = (title: string) => (
      <Dialog key={title} title={title} classes={{}} onClose={onClose}>
        <p>text</p>
      </Dialog>
    );
    await act(async () => root.render(draw('first')));
    await act(async () => root.render(draw('second')));
    await settleBack();
    await goBack();
    expect(onClose).toHaveBeenCalledOnce();
    expect(history.state).toEqual({ router: 3 });
  });
});
