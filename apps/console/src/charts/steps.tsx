/** A funnel chart: a bar for each step. */
import { Bar } from '@visx/shape';
import { useRef } from 'react';
import css from './charts.module.css';
import type { Tabular } from './tabular.ts';
import { valuesOf, formatCell } from './tabular.ts';
import { useWidth } from './use-width.ts';

const ROW = 64;

/** Columns of the table: step, persons, share of the first step, share of the step before. */
export function Steps({ table, label }: { table: Tabular; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const counts = valuesOf(table, 1);
  const most = Math.max(1, ...counts);
  return (
    <div className={css.chart} ref={box}>
      <svg width={width} height={counts.length * ROW} role="img" aria-label={label}>
        {table.rows.map((row, at) => {
          const long = ((counts[at] ?? 0) / most) * width;
          const next = ((counts[at + 1] ?? 0) / most) * width;
          const top = at * ROW + 26;
          return (
            <g key={at}>
              <text className={css.name} x={0} y={at * ROW + 17}>
                {`${at + 1}  ${formatCell(table.columns[0], row[0])}`}
              </text>
              <text className={css.value} x={width} y={at * ROW + 17} textAnchor="end">
                {`${formatCell(table.columns[1], row[1])} · ${formatCell(table.columns[2], row[2])}`}
              </text>
              <path className={css.rules} d={`M0 ${top + 19.5}H${width}`} />
              <Bar className={css.bar ?? ''} x={0} y={top} width={Math.max(long, 1)} height={18} />
              {at + 1 < counts.length ? (
                <path className={css.fall} d={`M0 ${top + 20}H${long}L${next} ${top + ROW - 2}H0z`} />
              ) : null}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
