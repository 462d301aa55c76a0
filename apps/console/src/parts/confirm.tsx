/** Asks once more before something is changed, says what will happen, and stays open with the refusal where it failed. */
import type { FormEvent, ReactNode } from 'react';
import { useCommon } from '../surroundings.ts';
import { Quiet, Submit } from './buttons.tsx';
import css from './console-parts.module.css';
import { Dialog } from './dialog.tsx';
import { Told } from './told.tsx';
import { useWork } from './work.ts';

/**
 * `act` does the work and may refuse by throwing; when it is done, `after` is called with what it gave, else `onClose`.
 * `check` gives false where what was typed can't be sent yet.
 */
export function Confirm<T>(props: {
  title: string;
  text?: ReactNode;
  label: string;
  busy: string;
  act: (data: FormData, signal: AbortSignal) => Promise<T>;
  after?: (given: T) => void;
  check?: (data: FormData) => boolean;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { title, text, label, busy, act, after, check, onClose, children } = props;
  const words = useCommon();
  const work = useWork();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    if (check && !check(data)) {
      // the first mistake has the focus, once it is drawn
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    work.run(async signal => {
      const given = await act(data, signal);
      if (after) after(given);
      else onClose();
    });
  };
  return (
    <Dialog title={title} onClose={onClose} busy={work.phase !== 'idle'}>
      {text ? <p>{text}</p> : null}
      <form onSubmit={submit} noValidate>
        {children}
        {work.refused ? <Told refused={work.refused} /> : null}
        <div className={css.foot}>
          <Submit work={work} label={label} busy={busy} />
          <Quiet onClick={onClose}>{words.cancel}</Quiet>
        </div>
      </form>
    </Dialog>
  );
}
