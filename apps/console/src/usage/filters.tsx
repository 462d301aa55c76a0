/** The filters of the usage views. */
import type { ReactNode } from 'react';
import filterBarCss from '../parts/filter-bar.module.css';
import { TextField } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import { inclusions, periods, type UsageState } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';

/** @param props.period false: without the period, for views with a fixed one */
export function Filters(props: {
  state: Omit<UsageState, 'as' | 'product'>;
  onChange: (change: Partial<Omit<UsageState, 'product'>>) => void;
  period?: boolean;
  children?: ReactNode;
}) {
  const { state, onChange, period = true, children } = props;
  const scope = usageRoute.useLoaderData();
  const words = useWords(usageWords);
  const common = useCommonWords();
  const listed = (names: readonly string[], chosen: string) =>
    chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  const named = (names: readonly string[], chosen: string) => [
    ['', common.all] as const,
    ...listed(names, chosen).map(name => [name, name] as const),
  ];
  return (
    <div className={filterBarCss.bar}>
      {children}
      {period ? (
        <SelectField
          label={words.period}
          value={state.period}
          options={labelled(periods, words.periods)}
          onSelect={chosen => onChange({ period: chosen })}
        />
      ) : null}
      {period && state.period === 'own'
        ? (['from', 'to'] as const).map(end => (
            <TextField
              key={end}
              label={words[end]}
              type="date"
              value={state[end]}
              max={(end === 'from' && state.to) || undefined}
              min={(end === 'to' && state.from) || undefined}
              onChange={event => onChange({ [end]: event.target.value })}
            />
          ))
        : null}
      <SelectField
        label={words.platform}
        value={state.platform}
        options={named(scope.platforms, state.platform)}
        onSelect={platform => onChange({ platform })}
      />
      <SelectField
        label={words.bots}
        value={state.bots}
        options={labelled(inclusions, words.botsCounted)}
        onSelect={bots => onChange({ bots })}
      />
      <SelectField
        label={words.dev}
        value={state.dev}
        options={labelled(inclusions, words.devCounted)}
        onSelect={dev => onChange({ dev })}
      />
      {scope.sample ? (
        <SelectField
          label={words.sample}
          value={state.sample}
          options={labelled(inclusions, words.samples)}
          onSelect={sample => onChange({ sample })}
        />
      ) : null}
    </div>
  );
}
