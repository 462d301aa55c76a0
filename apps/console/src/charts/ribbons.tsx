/** A flow chart: ribbons from the pages that were left to those that were opened. */
import { useRef } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './charts.module.css';
import { flowLayout } from './geometry.ts';
import { type Tabular, formatCell } from './tabular.ts';
import { usePickable } from './use-pickable.ts';
import { useWidth } from './use-width.ts';

const clipped = (name: string, room: number): string => {
  const most = Math.max(6, Math.floor(room / 7.5));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};

/** The ends of a ribbon, or one page of one of the two sides; as the table names them. */
export interface FlowPart {
  readonly from?: string;
  readonly to?: string;
}

/** Columns of the table: from, to, count. */
export function Ribbons(props: {
  table: Tabular;
  label: string;
  /** A count with its unit. @default as the table writes it */
  amount?: (count: number) => string;
  /** What a part stands for, and what opens it. @default nothing is pressed */
  onPick?: ((part: FlowPart) => { readonly what: string; readonly open: () => void } | undefined) | undefined;
}) {
  const { table, label, amount, onPick } = props;
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
  const write = amount ?? ((value: number) => formatCell(table.columns[2], value));
  const nameOf = ({ from, to }: { from: number; to: number }) =>
    [flow.left[from]?.name ?? '', flow.right[to]?.name ?? ''] as const;
  const ribbons = flow.ribbons.map(ribbon => {
    const [from, to] = nameOf(ribbon);
    const picked = onPick?.({ from, to });
    const what = picked?.what ?? `${from} → ${to}`;
    return { ...ribbon, label: common.titled(what, write(ribbon.value)), open: picked?.open };
  });
  const pages = [flow.left, flow.right].flatMap((side, end) =>
    side.map(page => {
      const picked = onPick?.(end === 0 ? { from: page.name } : { to: page.name });
      // What opens has all moves of the page, the sum only those that are drawn.
      const label = picked?.what ?? common.titled(page.name, write(page.value));
      return { ...page, end, label, open: picked?.open };
    }),
  );
  const pickable = usePickable([...ribbons, ...pages].flatMap(({ label: name, open }) => (open ? name : [])));
  const pressed = ({ label: name, open }: (typeof ribbons)[number] | (typeof pages)[number]) =>
    open ? pickable(name, open) : {};
  return (
    <div className={css.chart} ref={box}>
      <svg width={width} height={flow.height + 8} role={onPick ? 'group' : 'img'} aria-label={label}>
        <g transform="translate(0 4)">
          {ribbons.map(ribbon => {
            const { from, to, y0, y1, thick } = ribbon;
            return (
              // a page has its name as text
              <g
                key={`${from}-${to}`}
                {...pressed(ribbon)}
                {...(onPick ? { 'aria-label': ribbon.label } : {})}
              >
                <title>{ribbon.label}</title>
                <path
                  className={css.ribbon}
                  d={`M${x0 + 7} ${y0}C${bend} ${y0} ${bend} ${y1} ${x1 - 7} ${y1}v${thick}C${bend} ${y1 + thick} ${bend} ${y0 + thick} ${x0 + 7} ${y0 + thick}z`}
                />
              </g>
            );
          })}
          {pages.map(page => {
            const { name, y, thick, end } = page;
            return (
              <g key={`${end}-${name}`} {...pressed(page)}>
                <title>{page.label}</title>
                {page.open ? (
                  <rect
                    className={css.hit}
                    x={end === 0 ? 0 : x1 - 5}
                    y={y}
                    width={room + 5}
                    height={Math.max(16, thick)}
                  />
                ) : null}
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
                </text>
              </g>
            );
          })}
        </g>
      </svg>
    </div>
  );
}
