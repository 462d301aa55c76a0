/** The pickers that every usage view has, and what it says of the answer. */
import type { ReactNode } from 'react';
import css from '../parts/console-parts.module.css';
import { Choice, Field } from '../parts/field.tsx';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { periods, type UsageState, ZONE } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';

/** `period` false: the view has a period of its own. */
export function Filters(props: {
  state: Omit<UsageState, 'as'>;
  onAsk: (change: Partial<UsageState>) => void;
  period?: boolean;
  children?: ReactNode;
}) {
  const { state, onAsk, period = true, children } = props;
  const scope = usageRoute.useLoaderData();
  const words = useWords(usageWords);
  const common = useCommon();
  const listed = (names: readonly string[], chosen: string) =>
    chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  const named = (names: readonly string[], chosen: string) => [
    ['', common.all] as const,
    ...listed(names, chosen).map(name => [name, name] as const),
  ];
  return (
    <div className={css.bar}>
      {children}
      {period ? (
        <Choice
          label={words.period}
          value={state.period}
          options={periods.map(name => [name, words.periods[name]] as const)}
          onChoose={chosen => onAsk({ period: chosen })}
        />
      ) : null}
      {period && state.period === 'own' ? (
        <>
          <Field label={words.from}>
            {control => (
              <input
                {...control}
                type="date"
                value={state.from}
                {...(state.to === '' ? {} : { max: state.to })}
                onChange={event => onAsk({ from: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.to}>
            {control => (
              <input
                {...control}
                type="date"
                value={state.to}
                {...(state.from === '' ? {} : { min: state.from })}
                onChange={event => onAsk({ to: event.target.value })}
              />
            )}
          </Field>
        </>
      ) : null}
      <Choice
        label={words.product}
        value={state.product}
        options={named(scope.products, state.product)}
        onChoose={product => onAsk({ product })}
      />
      <Choice
        label={words.platform}
        value={state.platform}
        options={named(scope.platforms, state.platform)}
        onChoose={platform => onAsk({ platform })}
      />
      {scope.sample ? (
        <Choice
          label={words.sample}
          value={state.sample}
          options={(['with', 'without', 'only'] as const).map(name => [name, words.samples[name]] as const)}
          onChoose={sample => onAsk({ sample })}
        />
      ) : null}
    </div>
  );
}

/** What the answer holds less or more than was asked for: sample data, and only what is kept. */
export function AnswerNotes({ answer }: { answer: { sample: boolean; rows_from?: number | null } }) {
  const words = useWords(usageWords);
  const common = useCommon();
  const { language } = useSurroundings();
  const since = answer.rows_from ?? null;
  return (
    <>
      {answer.sample ? (
        <p className={css.sampled} title={common.sampleWhat}>
          <span aria-hidden="true">◇</span> {common.sample}
        </p>
      ) : null}
      {since === null ? null : (
        <p className={css.rule}>
          {words.rowsFrom(
            new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: ZONE }).format(since),
          )}
        </p>
      )}
    </>
  );
}
