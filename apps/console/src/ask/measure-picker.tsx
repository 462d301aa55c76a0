/** A field that finds how a series is counted, by a few letters. */
import { aggregates, type Measure, measures, type QuestionEvent } from '@rollcall/contract/console';
import { useCallback, useMemo } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { Combobox } from '../parts/combobox.tsx';
import { ZONE } from '../zone.ts';
import { measureName } from './names.ts';
import { stay } from './pickers.tsx';
import { typedMeasures } from './typed-measure.ts';
import { askWords } from './words.ts';

type MeasuredProperty = Exclude<Measure, string>['property'];

/** Asks once for a list that takes the server long; where that fails it is empty, and the next time it is asked for again. */
const once = <Item,>(ask: () => Promise<readonly Item[]>): (() => Promise<readonly Item[]>) => {
  let asked: Promise<readonly Item[]> | undefined;
  return () =>
    (asked ??= ask().catch(() => {
      asked = undefined;
      return [];
    }));
};

/** How a series is counted: an own measure, or what is taken of a duration or a field of the event's data. */
export function MeasurePicker(props: {
  label: string;
  measure: Measure;
  event: QuestionEvent | null;
  onSelect: (measure: Measure) => void;
}) {
  const { label, measure, event, onSelect } = props;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  const kind = event?.kind;
  const key = event?.key;
  const fieldsOfEvent = useMemo(
    () =>
      once(async () => {
        if (key === undefined) return [];
        return (await client.call('listUsageProperties', { query: { kind, key, zone: ZONE } })).properties;
      }),
    [client, kind, key],
  );
  const load = useCallback(
    async (search: string): Promise<readonly Measure[]> => {
      const fields = await fieldsOfEvent();
      const wanted = search.toLowerCase().split(/\s+/u);
      const all = (properties: readonly MeasuredProperty[]): readonly Measure[] =>
        properties.flatMap(property => aggregates.map(of => ({ of, property })));
      const holds = (each: Measure) =>
        wanted.every(part => measureName(each, words).toLowerCase().includes(part));
      const found = [
        ...measures,
        ...all([...fields.map(({ name }) => `data.${name}` as const), 'event.duration', 'session.duration']),
      ].filter(holds);
      const known = new Set(found.map(each => JSON.stringify(each)));
      const typed = search === '' ? [] : typedMeasures(search, words);
      return [...found, ...typed.filter(each => !known.has(JSON.stringify(each)))];
    },
    [fieldsOfEvent, words],
  );
  return (
    <Combobox
      label={label}
      value={measureName(measure, words)}
      load={load}
      idOf={each => JSON.stringify(each)}
      textOf={each => measureName(each, words)}
      onSelect={onSelect}
      onClear={stay}
    />
  );
}
