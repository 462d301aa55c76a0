/** Says that a task takes long, once it does. */
import { SlowNotice as Notice, type Phase } from '@rollcall/ui';
import css from './slow-notice.module.css';
import { useRollcall } from '../provider/provider.tsx';

/**
 * Says that a task takes longer than usual.
 *
 * @param props.phase of the task that is running
 * @example <SlowNotice phase={form.task.phase} />
 * @see `docs/react.md`
 */
export function SlowNotice({ phase }: { phase: Phase }) {
  const { phrases } = useRollcall();
  return <Notice phase={phase} text={phrases.work.slow} className={css.slow} />;
}
