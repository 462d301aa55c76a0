/**
 * One answer in two forms: drawn, and behind one key as the table of the same figures; and as a file. The key works
 * while no control has the focus, or one of the figure's own.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';
import { Plain } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { Told } from '../parts/told.tsx';
import { useCommon } from '../surroundings.ts';
import { type Cell, saveFile, type Tabular, toCsv, written } from './tabular.ts';

export type Charts = typeof import('./drawn.ts');

let loaded: Charts | undefined;

/** The charts' chunk once it is there; what failed can be tried again. */
function useCharts(wanted: boolean): {
  charts: Charts | undefined;
  refused: Refused | undefined;
  retry: () => void;
} {
  const [charts, setCharts] = useState(loaded);
  const [refused, setRefused] = useState<Refused>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!wanted || charts) return;
    let gone = false;
    import('./drawn.ts').then(
      found => {
        loaded = found;
        if (!gone) setCharts(found);
        return found;
      },
      (thrown: unknown) => {
        if (!gone) setRefused(refusedOf(thrown));
      },
    );
    return () => {
      gone = true;
    };
    // a try more asks again
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [wanted, charts, tries]);
  return {
    charts,
    refused: charts ? undefined : refused,
    retry: () => {
      setRefused(undefined);
      setTries(times => times + 1);
    },
  };
}

const free = (target: EventTarget | null, own: HTMLElement | null): boolean =>
  target === document.body ||
  (target instanceof HTMLElement &&
    (target.dataset.title !== undefined ||
      (own?.contains(target) === true && !target.matches('input, select, textarea, [contenteditable]')) ||
      target.matches('input[type=range]')));

export function FigureView(props: {
  /** The file's name, and the table's. */
  name: string;
  title: string;
  table: Tabular;
  as: 'chart' | 'table';
  onAs: (as: 'chart' | 'table') => void;
  render: (charts: Charts) => ReactNode;
  notes?: ReactNode;
  empty: ReactNode;
}) {
  const { name, title, table, as, onAs, render, notes, empty } = props;
  const words = useCommon();
  const box = useRef<HTMLDivElement>(null);
  const { charts, refused, retry } = useCharts(as === 'chart' && table.rows.length > 0);
  const other = as === 'chart' ? 'table' : 'chart';
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (free(event.target, box.current)) onAs(other);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onAs, other]);
  if (table.rows.length === 0) return <>{empty}</>;
  return (
    <div ref={box} className={css.figure}>
      <header>
        {notes}
        <span>
          <Plain onClick={() => onAs(other)} title={words.tableKey} aria-keyshortcuts="T">
            {as === 'chart' ? words.asTable : words.asChart} <kbd aria-hidden="true">T</kbd>
          </Plain>
          <Plain onClick={() => saveFile(`${name}.csv`, toCsv(table))}>{words.download}</Plain>
        </span>
      </header>
      {as === 'table' ? (
        <Table
          label={title}
          rows={table.rows}
          rowKey={(_, index) => String(index)}
          columns={table.columns.map((column, at) => ({
            key: String(at),
            head: column.head,
            figure: column.write !== undefined,
            wide: at === 0,
            render: (row: readonly Cell[]) => written(column, row[at]),
          }))}
          empty={<Empty what={words.none} />}
        />
      ) : refused ? (
        <Told refused={refused} retry={retry} />
      ) : charts ? (
        render(charts)
      ) : (
        <p className={css.waiting} aria-live="polite">
          {words.loading}
        </p>
      )}
    </div>
  );
}
