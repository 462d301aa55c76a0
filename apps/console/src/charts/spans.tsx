/** A bar chart with the name above each bar; a second value is drawn as a mark on the same line. */
import { Bar } from '@visx/shape';
import { useRef } from 'react';
import css from './charts.module.css';
import { figuresOf, valuesOf, type Tabular, formatCell } from './tabular.ts';
import { useWidth } from './use-width.ts';

const ROW = 46;
/** Below this width, in pixels, the two values of a bar and a mark stand in a line of their own. */
const NARROW = 560;
const LINE = 18;

/**
 * @param props.bar index of the column drawn as a bar; `mark`: of the one drawn as a mark
 * @param props.lacking draws what each value lacks of 1, on a scale that ends at this share: 94 % and 98 % look alike otherwise
 */
export function Spans(props: {
  table: Tabular;
  label: string;
  bar: number;
  mark?: number;
  lacking?: number;
}) {
  const { table, label, bar, mark, lacking } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const bars =
    lacking === undefined ? valuesOf(table, bar) : figuresOf(table, bar).map(value => 1 - (value ?? 1));
  const marks = mark === undefined ? [] : valuesOf(table, mark);
  const own = mark !== undefined && width < NARROW ? LINE : 0;
  const height = ROW + own;
  const most = lacking ?? Math.max(1, ...bars, ...marks);
  return (
    <div className={css.chart} ref={box}>
      <svg width={width} height={table.rows.length * height} role="img" aria-label={label}>
        {table.rows.map((row, at) => {
          const end = ((marks[at] ?? 0) / most) * (width - 3);
          const line = at * height + 30.5 + own;
          return (
            <g key={at}>
              <text className={css.name} x={0} y={at * height + 16}>
                {formatCell(table.columns[0], row[0])}
              </text>
              <text className={css.value} x={width} y={at * height + 16 + own} textAnchor="end">
                {mark === undefined
                  ? formatCell(table.columns[bar], row[bar])
                  : [bar, mark]
                      // two figures by their names: "a – b" would read as a range
                      .map(
                        column =>
                          `${table.columns[column]?.head} ${formatCell(table.columns[column], row[column])}`,
                      )
                      .join(' · ')}
              </text>
              <path className={css.rules} d={`M0 ${line}H${width}`} />
              {mark === undefined ? null : (
                <path className={css.reach} d={`M0 ${line}H${end}M${end} ${line - 6.5}v13`} />
              )}
              <Bar
                className={(lacking === undefined ? css.bar : css.lacking) ?? ''}
                x={0}
                y={line - 5.5}
                width={Math.max(lacking === undefined ? 1 : 0, ((bars[at] ?? 0) / most) * (width - 3))}
                height={11}
              />
            </g>
          );
        })}
      </svg>
    </div>
  );
}
