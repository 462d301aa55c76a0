/** The progress of a long job. */
import { useId } from 'react';
import buttonsCss from '../task/buttons.module.css';
import css from './progress.module.css';

/**
 * @param props.share from 0 to 1; undefined while it is not known
 * @param props.onCancel stops the job; without it no button is drawn
 */
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
        <button type="button" className={buttonsCss.link} onClick={props.onCancel}>
          {props.cancel}
        </button>
      ) : null}
    </div>
  );
}
