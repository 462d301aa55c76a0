/** A flow chart: ribbons from the pages that were left to those that were opened. */
import { useRef } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './charts.module.css';
import { flowLayout } from './geometry.ts';
import { type Tabular, formatCell } from './tabular.ts';
import { useWidth } from './use-width.ts';

const clipped = (name: string, room: number): string => {
  const most = Math.max(6, Math.floor(room / 7.5));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};

/** Columns of the table: from, to, count. */
export function Ribbons({ table, label }: { table: Tabular; label: string }) {
  const common = useCommonWords();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const flow = flowLayout(
    table.rows.map(row => [String(row[0]), String(row[1]), Number(row[2])] as const),
    320,
    14,
  );
  const room = Math.min(220, Math.floor(width * 0.3));
  const x0 = room;
  const x1 = width - room;
  const bend = (x0 + x1) / 2;
  return (
    <div className={css.chart} ref={box}>
      <svg width={width} height={flow.height + 8} role="img" aria-label={label}>
        <g transform="translate(0 4)">
          {flow.ribbons.map(({ from, to, y0, y1, thick, value }) => (
            <path
              key={`${from}-${to}`}
              className={css.ribbon}
              d={`M${x0 + 7} ${y0}C${bend} ${y0} ${bend} ${y1} ${x1 - 7} ${y1}v${thick}C${bend} ${y1 + thick} ${bend} ${y0 + thick} ${x0 + 7} ${y0 + thick}z`}
            >
              <title>
                {common.titled(
                  `${flow.left[from]?.name ?? ''} → ${flow.right[to]?.name ?? ''}`,
                  formatCell(table.columns[2], value),
                )}
              </title>
            </path>
          ))}
          {[flow.left, flow.right].map((side, end) =>
            side.map(({ name, y, thick, value }) => (
              <g key={`${end}-${name}`}>
                <rect
                  className={css.bar}
                  x={end === 0 ? x0 : x1 - 5}
                  y={y}
                  width={5}
                  height={Math.max(1, thick)}
                />
                <text
                  className={css.name}
                  x={end === 0 ? x0 - 8 : x1 + 8}
                  y={y + Math.max(16, thick) / 2}
                  dy="0.32em"
                  textAnchor={end === 0 ? 'end' : 'start'}
                >
                  {clipped(name, room - 8)}
                  <title>{common.titled(name, formatCell(table.columns[2], value))}</title>
                </text>
              </g>
            )),
          )}
        </g>
      </svg>
    </div>
  );
}
