/** Says how many events the choice of bots, development and sample data leaves out, where it leaves none in. */
import type { Question } from '@rollcall/contract/console';
import { useEffect, useState } from 'react';
import { TextButton } from '../parts/buttons.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { usageWords } from './words.ts';

/** The choice that leaves nothing out. */
export const everything = { bots: 'with', dev: 'with', sample: 'with' } as const;

/** @param props.onShow called when the operator wants them counted */
export function HiddenEvents(props: {
  population: Question['population'];
  period: Question['period'];
  onShow: () => void;
}) {
  const { population, period, onShow } = props;
  const { client } = useConsoleContext();
  const words = useWords(usageWords);
  const { whole } = useNumberFormat();
  const leavesOut = Object.keys(everything).some(
    name => population[name as keyof typeof everything] !== 'with',
  );
  const about = leavesOut ? JSON.stringify({ v: 1, kind: 'trend', grain: 'month', period, population }) : '';
  const [found, setFound] = useState<{ readonly about: string; readonly events: number }>();
  useEffect(() => {
    if (about === '') return undefined;
    const left = new AbortController();
    const total = async (question: object) => {
      const query = { question: JSON.stringify(question) };
      const { answer } = await client.call('askUsageQuestion', { query }, left.signal);
      return (answer.kind === 'trend' && answer.lines[0]?.total) || 0;
    };
    const counted = JSON.parse(about) as { readonly population: object };
    const all = { ...counted, population: { ...counted.population, ...everything } };
    Promise.all([total(all), total(counted)]).then(
      // Where it leaves something in, it is something else that is empty.
      ([events, shown]) => setFound({ about, events: shown === 0 ? events : 0 }),
      // The view itself is there; only this hint is not.
      () => undefined,
    );
    return () => left.abort();
  }, [client, about]);
  if (!found || found.events === 0 || found.about !== about) return null;
  return (
    <>
      {words.hidden(whole(found.events))} <TextButton onClick={onShow}>{words.showHidden}</TextButton>
    </>
  );
}
