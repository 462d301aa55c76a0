/** The filters and formats of the monitoring views. */
import { MONITOR_DAYS } from '@rollcall/contract/console';
import { type ReactNode, useState } from 'react';
import { TextField } from '../parts/text-field.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { timeFormat } from '../zone.ts';
import type { Moment } from '../charts/tabular.ts';
import { isCut, monitorPeriods, type MonitorState, ownProduct } from './period.ts';
import { monitorWords } from './words.ts';

/** The period. */
export function PeriodFields(props: {
  state: MonitorState;
  onChange: (change: Partial<MonitorState>) => void;
}) {
  const { state, onChange } = props;
  const words = useWords(monitorWords);
  const [now] = useState(Date.now);
  return (
    <>
      <SelectField
        label={words.period}
        value={state.period}
        options={labelled(monitorPeriods, words.periods)}
        onSelect={period => onChange({ period })}
      />
      {state.period === 'own'
        ? (['from', 'to'] as const).map(end => (
            <TextField
              key={end}
              label={words[end]}
              rule={
                end === 'from' ? (isCut(state, now) ? words.cut : words.longest)(MONITOR_DAYS) : undefined
              }
              type="date"
              value={state[end]}
              onChange={event => onChange({ [end]: event.target.value })}
            />
          ))
        : null}
    </>
  );
}

export function Filters(props: {
  state: MonitorState;
  onChange: (change: Partial<MonitorState>) => void;
  children?: ReactNode;
}) {
  const { state, onChange, children } = props;
  const words = useWords(monitorWords);
  const days = [state.from, state.to].filter(Boolean).join(' – ');
  const period = (state.period === 'own' && days) || words.periods[state.period];
  return (
    <FilterBar also={[period]}>
      {children}
      <PeriodFields state={state} onChange={onChange} />
    </FilterBar>
  );
}

/** Says that a product is unknown, and why that may be. @param props.otherwise shown for known products */
export function UnknownProduct(props: { product: string; known: boolean; otherwise: ReactNode }) {
  const { product, known, otherwise } = props;
  const words = useWords(monitorWords);
  if (known) return <>{otherwise}</>;
  return (
    <EmptyState what={words.unknownProduct(product)} how={words.unknownProductHow(ownProduct())} sample />
  );
}

/** Number and time formats of these views. */
export function useFormats() {
  const { language } = useConsoleContext();
  const words = useWords(monitorWords);
  const { whole, percent, short: brief } = useNumberFormat();
  const share = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const limit = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const fraction = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const moment = timeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const date = timeFormat(language, { month: 'numeric', day: 'numeric' });
  const time = timeFormat(language, { hour: '2-digit', minute: '2-digit' });
  return {
    whole,
    brief,
    percent,
    /** Of as many digits as its neighbours in a column. */
    share: (value: number) => share.format(value),
    /** A share as it was typed. */
    limit: (value: number) => limit.format(value),
    fraction: (value: number) => fraction.format(value),
    ms: (value: number) => words.ms(whole(value)),
    when: (at: number) => moment.format(at),
    moment: (at: number): Moment => ({ words: moment.format(at), iso: new Date(at).toISOString() }),
    /** Short, for an axis whose points are `step` ms apart. */
    short: (at: number, step: number) => (step > QUARTER ? date : time).format(at),
  };
}

const QUARTER = 900_000;
const HOUR = 4 * QUARTER;
/** Usual distances between labels in points, for points that are `step` ms apart; matches the format of `short`. */
export const tickIntervalsOf = (step: number): readonly number[] =>
  (step > QUARTER ? [24, 48, 72, 168, 336] : [0.25, 1, 3, 6, 12])
    .map(hours => (hours * HOUR) / step)
    .filter(moments => moments >= 1);
