/** Says how many events the filters for bots, development and sample data leave out, where they leave none in. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TextButton } from '../parts/buttons.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { filterQuery, type UsageState } from './period.ts';
import { usageWords } from './words.ts';

const everything = { bots: 'with', dev: 'with', sample: 'with' } as const;

export function HiddenEvents() {
  const { client } = useConsoleContext();
  const words = useWords(usageWords);
  const { whole } = useNumberFormat();
  const navigate = useNavigate();
  const state: Partial<UsageState> = useSearch({ strict: false });
  const { product = '', platform = '', period = '28', from = '', to = '' } = state;
  const { bots = 'without', dev = 'with', sample = 'with' } = state;
  const leavesOut = bots !== 'with' || dev !== 'with' || sample !== 'with';
  const about = leavesOut ? JSON.stringify([product, platform, period, from, to, bots, dev, sample]) : '';
  const [found, setFound] = useState<{ readonly about: string; readonly events: number }>();
  useEffect(() => {
    if (about === '') return undefined;
    const left = new AbortController();
    const total = async (counted: Pick<UsageState, 'bots' | 'dev' | 'sample'>) => {
      const query = filterQuery({ product, platform, period, from, to, ...counted }, Date.now());
      const { series } = await client.call(
        'getUsageTrend',
        { query: { ...query, step: 'month', measure: 'events' } },
        left.signal,
      );
      return series.flatMap(({ values }) => values).reduce((sum, one) => sum + one, 0);
    };
    Promise.all([total(everything), total({ bots, dev, sample })]).then(
      // Where they leave something in, it is the view's own choice that is empty.
      ([all, counted]) => setFound({ about, events: counted === 0 ? all : 0 }),
      // The view itself is there; only this hint is not.
      () => undefined,
    );
    return () => left.abort();
  }, [client, about, product, platform, period, from, to, bots, dev, sample]);
  if (!found || found.events === 0 || found.about !== about) return null;
  return (
    <>
      {words.hidden(whole(found.events))}{' '}
      <TextButton
        onClick={() => void navigate({ to: '.', search: now => ({ ...now, ...everything }), replace: true })}
      >
        {words.showHidden}
      </TextButton>
    </>
  );
}
