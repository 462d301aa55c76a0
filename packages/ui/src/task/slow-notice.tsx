/** Says that a task takes long, once it does. */
import type { Phase } from './use-task.ts';

/**
 * Says that a task takes longer than usual. Always in the document, so that screen readers announce `text` when it
 * appears.
 *
 * @example <SlowNotice phase={task.phase} text="Still working." />
 * @see `docs/react.md`
 */
export function SlowNotice(props: { phase: Phase; text: string; className?: string | undefined }) {
  return (
    <p aria-live="polite" className={props.className}>
      {props.phase === 'slow' ? props.text : null}
    </p>
  );
}
