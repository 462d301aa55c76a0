/** How far a long piece of work is, and the way to stop it. */
import { useId } from 'react';
import fieldsCss from '../fields/fields.module.css';
import css from './progress.module.css';

/** `share`: 0 to 1, undefined while it is not known; without `onCancel` it can't be stopped (any more). */
export function Progress(props: {
  label: string;
  share: number | undefined;
  cancel: string;
  onCancel?: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <div className={css.progress}>
      <label htmlFor={id}>{props.label}</label>
      <progress id={id} max={1} value={props.share} />
      {props.onCancel ? (
        <button type="button" className={fieldsCss.link} onClick={props.onCancel}>
          {props.cancel}
        </button>
      ) : null}
    </div>
  );
}
