/** Says that a task takes long, once it does. */
import type { Phase } from './use-task.ts';

/** Always in the document, so that screen readers announce `text` when it appears. */
export function SlowNotice(props: { phase: Phase; text: string; className?: string | undefined }) {
  return (
    <p aria-live="polite" className={props.className}>
      {props.phase === 'slow' ? props.text : null}
    </p>
  );
}
