/** A modal dialog: the browser's own, which keeps the focus inside. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { pressed } from '../focus/pressed.ts';
import { useBrowserLayoutEffect } from '../use-browser-layout-effect.ts';
import { addLayer } from './back.ts';

export interface DialogClasses {
  readonly dialog?: string | undefined;
  /** Fills the dialog, around the title and the children. */
  readonly sheet?: string | undefined;
}

export interface DialogProps {
  readonly title: string;
  /** Called on Escape, on a press on the backdrop and on Back; stop rendering the dialog then. */
  readonly onClose: () => void;
  /** While true, Escape, the backdrop and Back do nothing, and the dialog stays open. @default false */
  readonly busy?: boolean;
  /** Whether Back closes it, by a history entry of its own: not where a router owns the history. @default true */
  readonly back?: boolean;
  readonly classes: DialogClasses;
  readonly children: ReactNode;
}

/**
 * Draws a modal dialog. Open for as long as it is rendered. What is marked `data-first` in it has the focus, else its
 * first control. When it is removed, what was pressed to open it, or had the focus before, gets the focus back.
 *
 * @example <Dialog title="Sure?" onClose={close} classes={{}}>…</Dialog>
 * @see `docs/react.md`
 */
export function Dialog({ title, onClose, busy = false, back = true, classes, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = pressed();
    if (!element?.open) element?.showModal();
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      element?.close();
      before?.focus();
    };
  }, []);
  const latest = useRef({ busy, onClose });
  useBrowserLayoutEffect(() => {
    latest.current = { busy, onClose };
  });
  const layer = useRef<ReturnType<typeof addLayer>>(undefined);
  useEffect(() => {
    if (!back) return;
    const added = addLayer(() => {
      const now = latest.current;
      if (!now.busy) now.onClose();
      return !now.busy;
    });
    layer.current = added;
    return added.remove;
  }, [back]);
  useEffect(() => {
    // closing it had to wait for a call, which failed
    if (!busy) layer.current?.stay();
  }, [busy]);
  return (
    // a press on the backdrop only repeats what Escape does
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      onCancel={event => {
        // of a dialog within this one: React hands it on to its parents
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      // Chromium closes without `cancel` when Escape is pressed twice
      onClose={() => {
        if (!dialog.current || dialog.current.open) return;
        if (busy) dialog.current.showModal();
        else onClose();
      }}
      onClick={event => {
        if (event.target === dialog.current && !busy) onClose();
      }}
    >
      <div className={classes.sheet}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
