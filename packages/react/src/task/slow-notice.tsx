/** Says that a task takes long, once it does. */
import { SlowNotice as Notice, type Phase } from '@rollcall/ui';
import css from './slow-notice.module.css';
import { useRollcall } from '../provider/provider.tsx';

/** @param props.phase of the task that is running */
export function SlowNotice({ phase }: { phase: Phase }) {
  const { phrases } = useRollcall();
  return <Notice phase={phase} text={phrases.work.slow} className={css.slow} />;
}
