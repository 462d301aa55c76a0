/** Tries whether the vendors of a group of settings accept its keys, and says what each of them said. */
import type { TriedService } from '@rollcall/contract/console';
import { useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useTask } from '../parts/task.ts';
import css from './settings.module.css';
import { trialWords } from './trial-words.ts';

type Tried = AnswerOf<ConsoleCalls['tryService']>['items'];

const tones = { accepted: 'good', refused: 'bad', unavailable: 'warning' } as const;

/** @param props.services those of a group of settings, of which it has one at least */
export function TryService({ services }: { services: readonly TriedService[] }) {
  const { client } = useConsoleContext();
  const words = useWords(trialWords);
  const common = useCommonWords();
  const task = useTask();
  const [tried, setTried] = useState<Tried>();
  const [first] = services;
  if (!first) return null;
  const run = () =>
    task.run(async signal => {
      setTried(undefined);
      const answers: Tried[number][] = [];
      for (const service of services) {
        const { items } = await client.call('tryService', { body: { service } }, signal);
        answers.push(...items);
        // What one said stays, whatever becomes of the next.
        setTried([...answers]);
      }
    });
  return (
    <div className={css.trial}>
      <p>
        {words.how[first]}
        {common.gap}
        <SecondaryButton onClick={run} aria-disabled={task.phase !== 'idle' || undefined}>
          {task.phase === 'idle' ? words.tryIt : words.trying}
        </SecondaryButton>
      </p>
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
      <output>
        {tried?.length === 0 && task.phase === 'idle' && !task.problem ? words.none[first] : null}
        {tried?.map(({ name, channel, outcome, code }) => (
          <span key={`${name} ${channel}`}>
            <StatusBadge tone={tones[outcome]}>
              {common.titled(channel === null ? name : words.channels[channel], words.outcomes[outcome])}
            </StatusBadge>{' '}
            {code === null ? null : <code className={css.code}>{code}</code>}
          </span>
        ))}
      </output>
    </div>
  );
}
