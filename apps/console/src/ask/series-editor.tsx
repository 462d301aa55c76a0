/** The series of a question: steps of a funnel, start and return of a retention. */
import { type Question, seriesLetters } from '@rollcall/contract/console';
import { useWords } from '../console-context.ts';
import { TextButton } from '../parts/buttons.tsx';
import css from './ask.module.css';
import { addSeries, changeSeries, removeSeries, seriesBounds, swapSeries } from './edits.ts';
import { FilterChips } from './filter-chips.tsx';
import { seriesName } from './names.ts';
import { MeasurePicker } from './measure-picker.tsx';
import { EventPicker } from './pickers.tsx';
import { askWords } from './words.ts';

export function SeriesEditor(props: {
  question: Question;
  cohorts: ReadonlyMap<string, string>;
  onChange: (question: Question) => void;
}) {
  const { question, cohorts, onChange } = props;
  const words = useWords(askWords);
  const { kind, series: all } = question;
  const [least, most] = seriesBounds(kind);
  const several = all.length > 1;
  const label = (at: number) =>
    kind === 'retention'
      ? [words.starts, words.returns][at]
      : several
        ? words.eventOf(kind === 'funnel' ? String(at + 1) : (seriesLetters[at] ?? ''))
        : words.event;
  return (
    <section aria-label={words.seriesOf[kind]}>
      <ol className={css.series}>
        {all.map((series, at) => {
          const name = seriesName(question, at, words);
          return (
            <li key={at}>
              <div className={css.row}>
                <EventPicker
                  label={label(at) ?? words.event}
                  event={series.event}
                  {...(kind === 'paths' ? { only: ['view' as const] } : {})}
                  onSelect={event => onChange(changeSeries(question, at, { event }))}
                />
                {kind === 'trend' ? (
                  <MeasurePicker
                    label={words.measure}
                    measure={series.measure}
                    event={series.event}
                    onSelect={measure => onChange(changeSeries(question, at, { measure }))}
                  />
                ) : null}
                {several && least < most ? (
                  <span className={css.rowActions}>
                    <TextButton
                      aria-label={words.up(name)}
                      disabled={at === 0}
                      onClick={() => onChange(swapSeries(question, at, at - 1))}
                    >
                      ↑
                    </TextButton>
                    <TextButton
                      aria-label={words.down(name)}
                      disabled={at === all.length - 1}
                      onClick={() => onChange(swapSeries(question, at, at + 1))}
                    >
                      ↓
                    </TextButton>
                    <TextButton
                      aria-label={words.remove(name)}
                      disabled={all.length <= least}
                      onClick={() => onChange(removeSeries(question, at))}
                    >
                      ×
                    </TextButton>
                  </span>
                ) : null}
              </div>
              {several || series.filter ? (
                <FilterChips
                  label={words.filterOf(`${at + 1} ${name}`)}
                  filter={series.filter}
                  event={series.event}
                  population={question.population}
                  cohorts={cohorts}
                  onChange={filter => onChange(changeSeries(question, at, { filter }))}
                />
              ) : null}
            </li>
          );
        })}
      </ol>
      {all.length < most ? (
        <TextButton onClick={() => onChange(addSeries(question))}>
          + {kind === 'funnel' ? words.addStep : words.addSeries}
        </TextButton>
      ) : null}
    </section>
  );
}
