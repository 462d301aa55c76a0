/** A modal dialog in the console's style. */
import { Dialog as UiDialog, type DialogProps } from '@rollcall/ui';
import css from './dialog.module.css';

const classes = { dialog: css.dialog, sheet: css.sheet };

/** Open for as long as it is rendered; see `Dialog` of @rollcall/ui. */
export function Dialog(props: Omit<DialogProps, 'classes'>) {
  // the router owns the history
  return <UiDialog {...props} back={false} classes={classes} />;
}
