/** A line chart over time. Lines differ in colour, dashes and markers; a cursor reads the values of a time. */
import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { LinePath } from '@visx/shape';
import { useId, useRef, useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './charts.module.css';
import {
  endLabels,
  pointScale,
  type TickInterval,
  labelledPoints,
  type Margin,
  nearestPoint,
  valueScale,
} from './geometry.ts';
import { figuresOf, type Tabular, formatCell } from './tabular.ts';
import { useWidth } from './use-width.ts';

/** Below this width in px a reading stands below the names. */
const NARROW = 600;
const HEIGHT = 300;
const edges: Margin = { top: 12, right: 12, bottom: 32, left: 52 };
/** Right margin in which the lines are named at their ends, and the width of a chart that has room for it. */
const NAMES = { margin: 132, from: 640, lines: 6, letters: 9 } as const;
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '4 4', '1 4', '12 4', '6 2 1 2'];

/** The marker of a line, in the chart and in the legend. */
function Sign({ at, x, y }: { at: number; x: number; y: number }) {
  const r = 4;
  const shapes = [
    <circle key="o" cx={x} cy={y} r={r} />,
    <rect key="q" x={x - r} y={y - r} width={2 * r} height={2 * r} />,
    <path key="t" d={`M${x} ${y - r - 1}l${r + 1} ${2 * r}h${-2 * r - 2}z`} />,
    <path key="d" d={`M${x} ${y - r - 1}l${r + 1} ${r + 1} ${-r - 1} ${r + 1} ${-r - 1} ${-r - 1}z`} />,
  ];
  return shapes[at % shapes.length] ?? null;
}

const isFigure = (figure: number | null | undefined): figure is number => typeof figure === 'number';

/** The newest figure of a line, where its name stands; 0 without any. */
const lastOf = (figures: readonly (number | null)[]): number =>
  figures.reduce<number>((last, figure) => figure ?? last, 0);

/** Columns of the table: the time, then a line each. */
export function Lines({
  table,
  label,
  short,
  reading,
  tick,
  tickInterval,
  time = false,
  running,
  marks,
  onPick,
}: {
  table: Tabular;
  label: string;
  /** A time in few characters, for the axis. */
  short: (row: number) => string;
  /** Label of the control that moves the cursor. */
  reading: string;
  /** Formats a value in few characters, for the axis. @default as in the table */
  tick?: (value: number) => string;
  /** The distance between two times. */
  tickInterval?: TickInterval | undefined;
  /** The values are milliseconds. @default false */
  time?: boolean;
  /** Says that the last time is not over; the way to it is drawn as unfinished. @default it is */
  running?: string | undefined;
  /** What happened at times, by their rows. @default nothing */
  marks?: ReadonlyMap<number, readonly string[]> | undefined;
  /** Called with the time that was clicked, or where Enter was pressed. */
  onPick?: ((row: number) => void) | undefined;
}) {
  const common = useCommonWords();
  const box = useRef<HTMLDivElement>(null);
  const full = useWidth(box);
  const [at, setAt] = useState<number>();
  const series = table.columns.slice(1).map((column, index) => ({
    name: column.head,
    column,
    figures: figuresOf(table, index + 1),
  }));
  const count = table.rows.length;
  const named = full >= NAMES.from && series.length <= NAMES.lines && count > 1;
  const margin = named ? { ...edges, right: NAMES.margin } : edges;
  const hatch = useId();
  const width = full - margin.left - margin.right;
  const height = HEIGHT - margin.top - margin.bottom;
  const x = pointScale(count, width);
  const { y, ticks } = valueScale(
    series.flatMap(({ figures }) => figures.filter(isFigure)),
    height,
    time,
  );
  const shown = at === undefined ? undefined : Math.min(at, count - 1);
  const momentOf = (row: number) => formatCell(table.columns[0], table.rows[row]?.[0]);
  const write = tick ?? series[0]?.column.write ?? String;
  /** The point's time, and that it has not ended. */
  const noted = (row: number) =>
    running !== undefined && row === count - 1 ? common.besides(momentOf(row), running) : momentOf(row);
  const read = (row: number) =>
    common.titled(
      noted(row),
      series
        .map(({ name, column, figures }) => `${name} ${formatCell(column, figures[row])}`)
        .concat(marks?.get(row) ?? [])
        .join(common.comma),
    );
  return (
    <div className={css.chart} ref={box}>
      <ul className={css.legend} data-narrow={full < NARROW || undefined}>
        {series.map(({ name, column, figures }, index) => (
          <li key={name} data-series={index % 8}>
            <svg viewBox="0 0 28 12" aria-hidden="true">
              <path d="M0 6h28" strokeDasharray={DASHES[index % 8]} />
              <Sign at={index} x={14} y={6} />
            </svg>
            {name}
            {shown === undefined ? null : <b>{formatCell(column, figures[shown])}</b>}
          </li>
        ))}
        {shown === undefined
          ? null
          : marks?.get(shown)?.map((text, index) => <li key={`${index} ${text}`}>▼ {text}</li>)}
        {/* there without a reading too: the plot must not move when one begins */}
        <li className={css.moment}>{shown === undefined ? (running ?? '\u00A0') : noted(shown)}</li>
      </ul>
      <div
        className={css.plot}
        onPointerMove={event => {
          const left = event.currentTarget.getBoundingClientRect().left + margin.left;
          setAt(nearestPoint(event.clientX - left, count, width));
        }}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg width={full} height={HEIGHT} role="img" aria-label={label}>
          <Group left={margin.left} top={margin.top}>
            {running !== undefined && count > 1 ? (
              <>
                <pattern
                  id={hatch}
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <path className={css.hatch} d="M0 0v6" />
                </pattern>
                <rect
                  x={x(count - 2) ?? 0}
                  width={(x(count - 1) ?? 0) - (x(count - 2) ?? 0)}
                  height={height}
                  fill={`url(#${hatch})`}
                />
              </>
            ) : null}
            <GridRows scale={y} width={width} tickValues={ticks} className={css.rules ?? ''} />
            <AxisLeft
              scale={y}
              tickValues={ticks}
              hideAxisLine
              hideTicks
              tickFormat={value => write(Number(value))}
              tickLabelProps={{ className: css.tick ?? '', textAnchor: 'end', dx: -6, dy: '0.32em' }}
            />
            <AxisBottom
              scale={x}
              top={height}
              tickValues={labelledPoints(count, width, 76, tickInterval)}
              tickFormat={row => short(row)}
              axisLineClassName={css.axis ?? ''}
              tickClassName={css.axis ?? ''}
              tickLength={5}
              tickLabelProps={row => ({
                className: css.tick ?? '',
                textAnchor: row === 0 ? 'start' : row === count - 1 ? 'end' : 'middle',
                dy: 4,
              })}
            />
            {[...(marks ?? [])].map(([row, texts]) => (
              <g key={row} className={css.mark} data-mark="">
                <title>{texts.join(common.comma)}</title>
                <path d={`M${x(row) ?? 0} 0v${height}`} />
                <path d={`M${(x(row) ?? 0) - 5} -8h10l-5 8z`} />
              </g>
            ))}
            {shown === undefined ? null : (
              <path className={css.readingLine} d={`M${x(shown) ?? 0} 0v${height}`} />
            )}
            {series.map(({ name, figures }, index) => (
              <g key={name} data-series={index % 8}>
                <LinePath
                  data={running === undefined ? figures : figures.slice(0, -1)}
                  defined={isFigure}
                  x={(_, row) => x(row) ?? 0}
                  y={value => y(value ?? 0)}
                  className={css.line ?? ''}
                  strokeDasharray={DASHES[index % 8] ?? ''}
                />
                {running === undefined ? null : (
                  <LinePath
                    data={figures.slice(-2)}
                    defined={isFigure}
                    x={(_, row) => x(Math.max(0, count - 2) + row) ?? 0}
                    y={value => y(value ?? 0)}
                    className={`${css.line} ${css.running}`}
                  />
                )}
                {figures.map((figure, row) =>
                  count > 1 &&
                  isFigure(figure) &&
                  !isFigure(figures[row - 1]) &&
                  !isFigure(figures[row + 1]) ? (
                    // a line of one point is as good as invisible
                    <circle key={row} className={css.alone} cx={x(row) ?? 0} cy={y(figure)} r={2.5} />
                  ) : null,
                )}
                {(count === 1 || shown !== undefined) && isFigure(figures[shown ?? 0]) ? (
                  <Sign at={index} x={x(shown ?? 0) ?? 0} y={y(figures[shown ?? 0] ?? 0)} />
                ) : null}
              </g>
            ))}
            {named
              ? endLabels(
                  series.map(({ figures }) => y(lastOf(figures))),
                  height,
                ).map((top, index) => {
                  const { name, column, figures } = series[index] ?? {};
                  if (name === undefined) return null;
                  return (
                    <text
                      key={name}
                      className={css.end}
                      data-series={index % 8}
                      x={width + 8}
                      y={top}
                      dy="0.32em"
                    >
                      {name.length > NAMES.letters ? `${name.slice(0, NAMES.letters)}…` : name}{' '}
                      <tspan>{formatCell(column, figures?.[count - 1])}</tspan>
                    </text>
                  );
                })
              : null}
          </Group>
        </svg>
        {count > 1 ? (
          <input
            className={css.reader}
            style={{ right: margin.right, width: `calc(100% - ${margin.left + margin.right}px)` }}
            type="range"
            min={0}
            max={count - 1}
            value={shown ?? count - 1}
            aria-label={reading}
            aria-valuetext={read(shown ?? count - 1)}
            onChange={event => setAt(Number(event.target.value))}
            onFocus={() => setAt(now => now ?? count - 1)}
            onBlur={() => setAt(undefined)}
            onKeyDown={event => {
              if (event.key === 'Enter') onPick?.(shown ?? count - 1);
            }}
            onClick={() => {
              if (shown !== undefined) onPick?.(shown);
            }}
          />
        ) : null}
      </div>
    </div>
  );
}
