/** When a proposal to change a number can be approved. */
import type { NumberChange } from '@rollcall/contract/console';
import { useConsoleContext, useWords } from '../console-context.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import formCss from '../parts/form.module.css';
import { remedyWords } from './remedy-words.ts';

type Change = Pick<NumberChange, 'state' | 'approvable_at'>;

/** @param now milliseconds since 1970 */
export const isApprovable = ({ state, approvable_at: at }: Change, now: number): boolean =>
  state === 'proposed' && at !== null && at <= now;

/** Says when a proposal can be approved, where that is not now. */
export function Approvable({ change, now }: { change: Change; now: number }) {
  const { state, approvable_at: at } = change;
  const { language } = useConsoleContext();
  const words = useWords(remedyWords);
  if (state !== 'proposed' || isApprovable(change, now)) return null;
  return (
    <p className={formCss.done}>
      {at === null ? words.notApprovable : words.approvable(formatDateTime(new Date(at), language, Date.now))}
    </p>
  );
}
