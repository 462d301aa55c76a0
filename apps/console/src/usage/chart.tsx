/** The chart of a usage view, with notes on its answer. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Charts, ChartView } from '../charts/chart-view.tsx';
import type { Tabular } from '../charts/tabular.ts';
import fieldCss from '../parts/field.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { searchParams } from '../search-params/search-params.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { timeFormat } from '../zone.ts';
import { everything, HiddenEvents } from './hidden-events.tsx';
import { periodOf, sourceQuery, type UsageState, usageParams } from './period.ts';
import { usageWords } from './words.ts';

const usual = searchParams(usageParams).defaults;

interface Answer {
  readonly sample: boolean;
  /** Milliseconds since 1970 of the oldest row, if the period begins before it. */
  readonly rows_from?: number | null;
}

/** Notes that an answer includes sample data, or starts later than the period because older rows were deleted. */
function AnswerNotes({ answer }: { answer: Answer }) {
  const words = useWords(usageWords);
  const { language } = useConsoleContext();
  const since = answer.rows_from ?? null;
  return (
    <>
      <SampleBadge sampled={answer.sample} />
      {since === null ? null : (
        <p className={fieldCss.rule}>
          {words.rowsFrom(timeFormat(language, { dateStyle: 'medium' }).format(since))}
        </p>
      )}
    </>
  );
}

/** Events that the view's filters leave out, with all of the same period. */
function HiddenInView() {
  const navigate = useNavigate();
  const state: Partial<UsageState> = useSearch({ strict: false });
  const whole = { product: '', ...usual, ...state };
  const [now] = useState(Date.now);
  return (
    <HiddenEvents
      population={{ ...sourceQuery(whole), trusted: 'with' }}
      period={periodOf(whole, now)}
      onShow={() => void navigate({ to: '.', search: now => ({ ...now, ...everything }), replace: true })}
    />
  );
}

export function UsageChart(props: {
  /** Name of the CSV file. */
  name: string;
  title: string;
  table: Tabular;
  /** Null: no query was made yet. */
  answer: Answer | null;
  render: (charts: Charts) => ReactNode;
  /** More notes beside those on the answer. */
  notes?: ReactNode;
  /** @default says that nothing was reported in the period */
  empty?: ReactNode;
}) {
  const { answer, notes, empty, ...chart } = props;
  const words = useWords(usageWords);
  return (
    <ChartView
      {...chart}
      notes={
        <>
          {answer ? <AnswerNotes answer={answer} /> : null}
          {notes}
        </>
      }
      empty={
        empty ?? (
          <EmptyState
            what={words.nothing}
            how={
              <>
                {words.nothingHow} <HiddenInView />
              </>
            }
          />
        )
      }
    />
  );
}
