/** A checkbox or a radio button with its label beside it. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import css from './choices.module.css';
import { Noted } from './noted.tsx';

/** @param props.note a smaller second line of the label */
export function Tick({
  label,
  note,
  ...native
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & {
  readonly type: 'checkbox' | 'radio';
  readonly label: string;
  readonly note?: ReactNode;
}) {
  return (
    <label className={css.tick}>
      <input {...native} />
      <span>
        <Noted note={note}>{label}</Noted>
      </span>
    </label>
  );
}
