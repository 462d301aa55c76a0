/** The percentiles of a web vital over time. */
import type { Vital } from '@rollcall/contract/console';
import { ChartView } from '../charts/chart-view.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import { Section } from '../parts/page.tsx';
import { tickIntervalsOf, useFormats } from './filters.tsx';
import { tableOfTrend, type VitalTrend as Trend, writeVital } from './tables.ts';
import own from './monitor.module.css';
import { monitorWords } from './words.ts';

/** A trend without figures, of the height of any other: of its two points the last is over where the period is. */
export const placeOf = (
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): Trend => ({
  step: 1,
  points: [from, Math.min(to, now)].map(at => ({ at, samples: 1, p50: null, p75: null, p95: null })),
});

export function VitalTrend(props: {
  metric: Vital;
  /** undefined: not there yet; null: can't be told now. */
  trend: Trend | null | undefined;
  /** Whose place is kept until then, so that nothing moves. */
  place: Trend;
  /** When it was asked for: what begins later is not drawn, and what is not over then is drawn as unfinished. */
  now: number;
}) {
  const { metric, trend, now } = props;
  const { step, points } = trend ?? props.place;
  const words = useWords(monitorWords);
  const common = useCommonWords();
  const formats = useFormats();
  const table = tableOfTrend(points, now, words, {
    ...formats,
    value: value => writeVital(metric, value, formats.ms),
  });
  if (table.rows.length === 0) return null;
  const last = points[table.rows.length - 1]?.at ?? 0;
  return (
    <Section title={words.vitalTrend}>
      <div className={own.place}>
        <div data-waits={trend ? undefined : ''}>
          <ChartView
            own
            name={`vitals-over-time-${metric}`}
            title={words.vitalTrend}
            table={table}
            empty={null}
            render={({ Lines }) => (
              <Lines
                // the samples stand in the table and the file alone
                table={{ columns: table.columns.slice(0, -1), rows: table.rows.map(row => row.slice(0, -1)) }}
                label={common.titled(words.vitalTrend, words.metrics[metric])}
                reading={words.reading}
                short={row => formats.short(points[row]?.at ?? 0, step)}
                tick={metric === 'CLS' ? value => value.toFixed(2) : formats.brief}
                tickInterval={tickIntervalsOf(step)}
                running={last + step > now ? words.unfinished : undefined}
              />
            )}
          />
        </div>
        {trend ? null : <p aria-live="polite">{trend === null ? words.noVitalTrend : common.loading}</p>}
      </div>
    </Section>
  );
}
