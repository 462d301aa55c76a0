/** How many people were active today, beside the whole of the same day a week ago; the figures do not keep the page waiting. */
import { questionDefaults, writeQuestion } from '@rollcall/contract/console';
import { useEffect, useState } from 'react';
import type { Client } from '../client/client.ts';
import { useConsoleContext } from '../console-context.ts';
import { dayOf } from '../zone.ts';

interface ActivePeople {
  readonly today: number;
  readonly before: number;
}

const peopleOn = async (client: Client, day: string, signal: AbortSignal): Promise<number> => {
  const asked = {
    ...questionDefaults('trend'),
    series: [{ event: null, measure: 'people' as const }],
    period: { from: day, to: day },
  };
  const query = { question: writeQuestion(asked) };
  const { answer } = await client.call('askUsageQuestion', { query }, signal);
  return answer.kind === 'trend' ? (answer.lines[0]?.total ?? 0) : 0;
};

/** Undefined until they are known, and where no usage is reported. */
export function useActivePeople(at: number): ActivePeople | undefined {
  const { client } = useConsoleContext();
  const [known, setKnown] = useState<ActivePeople>();
  const [today, before] = [dayOf(at), dayOf(at, 7)];
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    Promise.all([peopleOn(client, today, signal), peopleOn(client, before, signal)]).then(
      ([now, then]) => setKnown(now + then > 0 ? { today: now, before: then } : undefined),
      () => {},
    );
    return () => controller.abort();
  }, [client, today, before]);
  return known;
}
