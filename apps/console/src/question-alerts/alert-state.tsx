/** The state of an alert on a question: since when, and why it can't be evaluated. */
import type { QuestionAlert } from '@rollcall/contract/console';
import { useWords } from '../console-context.ts';
import { DateTime } from '../parts/date-time.tsx';
import { StatusBadge, type Tone } from '../parts/status-badge.tsx';
import { questionAlertWords } from './words.ts';

const tones: Readonly<Record<QuestionAlert['state'], Tone>> = {
  waiting: 'neutral',
  ok: 'good',
  firing: 'bad',
  failing: 'warning',
};

export function AlertState({ alert }: { alert: QuestionAlert }) {
  const words = useWords(questionAlertWords);
  const { enabled, state, since, problem } = alert;
  if (!enabled) return <StatusBadge tone="neutral">{words.paused}</StatusBadge>;
  return (
    <>
      <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>
      {since === null || state === 'waiting' ? null : (
        <>
          {' '}
          {words.since} <DateTime at={since} />
        </>
      )}
      {problem === null ? null : (
        <>
          <br />
          <small>{words.problems[problem]}</small>
        </>
      )}
    </>
  );
}
