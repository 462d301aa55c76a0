/** A dialog over the page; the browser's own, which keeps the focus inside and gives it back. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './console-parts.module.css';

/** Open for as long as it is drawn; `onClose` is called on Escape and on a press outside, unless it is `busy`. */
export function Dialog(props: { title: string; onClose: () => void; busy?: boolean; children: ReactNode }) {
  const { title, onClose, busy, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    // what opened it gets the focus back, also where the dialog is taken away without having been closed
    const before = document.activeElement;
    if (!shown?.open) shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // a press on the veil only repeats what Escape and the button do
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClick={event => {
        if (event.target === dialog.current && !busy) onClose();
      }}
    >
      <div className={css.sheet}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
