/** A bar chart with the name above each bar; a second value is drawn as a mark on the same line. */
import { Bar } from '@visx/shape';
import { useRef } from 'react';
import css from './charts.module.css';
import { valuesOf, type Tabular, formatCell } from './tabular.ts';
import { useWidth } from './use-width.ts';

const ROW = 46;

/** @param props.bar index of the column drawn as a bar; `mark`: of the one drawn as a mark */
export function Spans(props: { table: Tabular; label: string; bar: number; mark?: number }) {
  const { table, label, bar, mark } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const bars = valuesOf(table, bar);
  const marks = mark === undefined ? [] : valuesOf(table, mark);
  const most = Math.max(1, ...bars, ...marks);
  return (
    <div className={css.chart} ref={box}>
      <svg width={width} height={table.rows.length * ROW} role="img" aria-label={label}>
        {table.rows.map((row, at) => {
          const end = ((marks[at] ?? 0) / most) * (width - 3);
          return (
            <g key={at}>
              <text className={css.name} x={0} y={at * ROW + 16}>
                {formatCell(table.columns[0], row[0])}
              </text>
              <text className={css.value} x={width} y={at * ROW + 16} textAnchor="end">
                {formatCell(table.columns[bar], row[bar])}
                {mark === undefined ? '' : ` – ${formatCell(table.columns[mark], row[mark])}`}
              </text>
              <path className={css.rules} d={`M0 ${at * ROW + 30.5}H${width}`} />
              {mark === undefined ? null : (
                <path className={css.reach} d={`M0 ${at * ROW + 30.5}H${end}M${end} ${at * ROW + 24}v13`} />
              )}
              <Bar
                className={css.bar ?? ''}
                x={0}
                y={at * ROW + 25}
                width={Math.max(1, ((bars[at] ?? 0) / most) * (width - 3))}
                height={11}
              />
            </g>
          );
        })}
      </svg>
    </div>
  );
}
