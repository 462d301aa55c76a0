/** The period of a question, its grain, and what it is compared with. */
import type { Question, QuestionType } from '@rollcall/contract/console';
import { useCallback } from 'react';
import { useWords } from '../console-context.ts';
import { Combobox } from '../parts/combobox.tsx';
import { TextField } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { dayOf } from '../zone.ts';
import type { Options } from './options.ts';
import { offered, periodText, typedPeriod } from './period.ts';
import { stay } from './pickers.tsx';
import { askWords } from './words.ts';

/** What the field of the period offers: a period, or two days that are filled in. */
type Offer = Question['period'] | 'own';

export function PeriodFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  const { period } = question;
  const own = 'from' in period;
  const textOf = (offer: Offer): string =>
    offer === 'own'
      ? words.own
      : 'from' in offer
        ? `${offer.from} – ${offer.to}`
        : words.lastOf(offer.last, offer.unit);
  const load = useCallback(
    async (search: string): Promise<readonly Offer[]> => {
      const typed = typedPeriod(search);
      if (typed) return [typed];
      return [...offered, 'own' as const].filter(offer =>
        (offer === 'own' ? words.own : words.lastOf(offer.last, offer.unit))
          .toLowerCase()
          .includes(search.toLowerCase()),
      );
    },
    [words],
  );
  return (
    <>
      <Combobox<Offer>
        label={words.period}
        value={textOf(period)}
        load={load}
        idOf={offer => (offer === 'own' ? offer : periodText(offer))}
        textOf={textOf}
        note={offer => (offer === 'own' ? words.typedPeriod : null)}
        onSelect={offer => {
          const now = Date.now();
          onChange({
            ...question,
            period: offer === 'own' ? { from: dayOf(now, 27), to: dayOf(now) } : offer,
          });
        }}
        onClear={stay}
      />
      {own ? (
        <>
          {(['from', 'to'] as const).map(end => (
            <TextField
              key={end}
              label={words[end]}
              type="date"
              value={period[end]}
              max={end === 'from' ? period.to : undefined}
              min={end === 'to' ? period.from : undefined}
              onChange={event => {
                if (event.target.value !== '')
                  onChange({ ...question, period: { ...period, [end]: event.target.value } });
              }}
            />
          ))}
        </>
      ) : null}
    </>
  );
}

/** Kinds with a time axis. */
const timed: readonly QuestionType[] = ['trend', 'funnel', 'retention', 'stickiness'];

export function TimeFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  const { kind } = question;
  const grains = (['hour', 'day', 'week', 'month'] as const).filter(
    grain => grain !== 'hour' || (kind !== 'retention' && kind !== 'stickiness'),
  );
  return (
    <>
      {timed.includes(kind) ? (
        <SelectField
          label={words.grain}
          value={question.grain}
          options={labelled(grains, words.grains)}
          onSelect={grain =>
            onChange({
              ...question,
              grain,
              // hourly figures cover a month at most
              ...(grain === 'hour' ? { period: { last: 7, unit: 'day' } } : {}),
            })
          }
        />
      ) : null}
      {kind === 'trend' ? (
        <SelectField
          label={words.compare}
          value={question.compare ?? 'none'}
          options={[
            ['none', words.compareNone],
            ['previous', words.comparePrevious],
          ]}
          onSelect={chosen => {
            const { compare: _, ...rest } = question;
            onChange(chosen === 'previous' ? { ...rest, compare: 'previous' } : rest);
          }}
        />
      ) : null}
    </>
  );
}
