/** A modal dialog in the console's style. */
import { Dialog as UiDialog, type DialogProps, pressed } from '@rollcall/ui';
import { useEffect, useState } from 'react';
import css from './dialog.module.css';
import { focusHeading } from './focus-heading.ts';

const classes = { dialog: css.dialog, sheet: css.sheet };

/**
 * Open for as long as it is rendered; see `Dialog` of @rollcall/ui. What opened it may be gone with what it did, such as a deleted
 * row: the heading of its section has the focus then. What removes the opener, such as a list that is loaded again, is
 * awaited before the dialog closes: an opener that goes later takes the focus with it.
 */
export function Dialog(props: Omit<DialogProps, 'classes'>) {
  // Read while it is first rendered: afterwards the dialog has the focus.
  const [opener] = useState(pressed);
  useEffect(() => {
    if (!opener) return undefined;
    const section = opener.closest('section');
    return () =>
      queueMicrotask(() => {
        // The dialog has given the focus back, if it could.
        if (document.activeElement === document.body) focusHeading(section);
      });
  }, [opener]);
  // the router owns the history
  return <UiDialog {...props} back={false} classes={classes} />;
}
