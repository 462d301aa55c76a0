/** A click map: a grid in the page's proportions, whose cells are toned by their number of clicks. */
import { HeatmapRect } from '@visx/heatmap';
import { scaleLinear } from '@visx/scale';
import { useRef } from 'react';
import css from './charts.module.css';
import { toneOf, toneRanges } from './geometry.ts';
import { valuesOf, type Tabular, formatCell } from './tabular.ts';
import { useWidth } from './use-width.ts';

/** Columns of the table: the cell's column and row from 0, its clicks. @param props.tall height of a cell over its width */
export function Clicks(props: { table: Tabular; label: string; across: number; down: number; tall: number }) {
  const { table, label, across, down, tall } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = Math.min(useWidth(box), 760);
  const size = width / Math.max(1, across);
  const high = size * tall;
  const most = Math.max(1, ...valuesOf(table, 2));
  const counts = new Map(table.rows.map(row => [`${row[0]} ${row[1]}`, Number(row[2])]));
  const data = Array.from({ length: across }, (_, column) => ({
    bin: column,
    bins: Array.from({ length: down }, (_, line) => ({
      bin: line,
      count: counts.get(`${column} ${line}`) ?? 0,
    })),
  }));
  const xScale = scaleLinear<number>({ domain: [0, across], range: [0, width] });
  const yScale = scaleLinear<number>({ domain: [0, down], range: [0, high * down] });
  const counted = table.columns[2];
  return (
    <div className={css.chart} ref={box}>
      <ul className={`${css.legend} ${css.tones}`}>
        <li>{counted?.head}</li>
        {toneRanges(most).map(({ tone, from, to }) => (
          <li key={tone}>
            <svg aria-hidden="true">
              <rect width="100%" height="100%" data-tone={tone} />
            </svg>
            {formatCell(counted, from)}
            {to > from ? `–${formatCell(counted, to)}` : null}
          </li>
        ))}
      </ul>
      <svg className={css.sheet} width={width} height={high * down} role="img" aria-label={label}>
        <HeatmapRect data={data} xScale={xScale} yScale={yScale} binWidth={size} binHeight={high} gap={1}>
          {columns =>
            columns.map(cells =>
              cells
                .filter(cell => cell.count)
                .map(cell => (
                  <rect
                    key={`${cell.column}-${cell.row}`}
                    x={cell.x}
                    y={cell.y}
                    width={Math.max(0, cell.width)}
                    height={Math.max(0, cell.height)}
                    data-tone={toneOf((cell.count ?? 0) / most)}
                  >
                    <title>{formatCell(counted, cell.count ?? 0)}</title>
                  </rect>
                )),
            )
          }
        </HeatmapRect>
      </svg>
    </div>
  );
}
