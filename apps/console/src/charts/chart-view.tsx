/**
 * An answer as a chart or as a table, switched by the T key, and as a CSV file. The key works while no control outside
 * has the focus. Which of the two is shown stands in the view's search parameter `as`, unless the page has several charts.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';
import { TextButton } from '../parts/buttons.tsx';
import chartViewCss from './chart-view.module.css';
import { singleKeysAct } from '../shell/single-keys.ts';
import statesCss from '../shell/states.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { Table } from '../parts/table.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useCommonWords } from '../console-context.ts';
import { type Cell, saveFile, type Tabular, toCsv, formatCell } from './tabular.ts';

export type Charts = typeof import('./charts.ts');

let loaded: Charts | undefined;

/** Loads the charts' chunk; a failed load can be retried. */
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
    import('./charts.ts').then(
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
    // a retry changes `tries` only
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

/** Loads what writes the file when it is pressed. */
export function SaveParquet({ name, table }: { name: string; table: Tabular }) {
  const words = useCommonWords();
  const save = async () => {
    const { toParquet } = await import('./parquet.ts');
    saveFile(`${name}.parquet`, toParquet(table), 'application/vnd.apache.parquet');
  };
  return <TextButton onClick={() => void save()}>{words.downloadParquet}</TextButton>;
}

/** What a press leads to, by what is shown then: two presses in a row lead back. */
const otherThan = (as: 'chart' | 'table' = 'chart') => (as === 'chart' ? 'table' : 'chart');

export function ChartView(props: {
  /** Name of the CSV file. */
  name: string;
  title: string;
  table: Tabular;
  /** The same as it is read as a table, where that says more than the file. @default table */
  read?: Tabular;
  render: (charts: Charts) => ReactNode;
  notes?: ReactNode;
  empty: ReactNode;
  /** One of several of a page: which of the two is shown is its own, and the key does not switch it. @default false */
  own?: boolean;
  /** Offers a Parquet file beside the CSV file. @default false */
  parquet?: boolean;
}) {
  const { name, title, table, read = table, render, notes, empty, own = false, parquet = false } = props;
  const words = useCommonWords();
  const box = useRef<HTMLDivElement>(null);
  const { as: addressed = 'chart' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<'chart' | 'table'>('chart');
  const as = own ? chosen : addressed;
  const { charts, refused, retry } = useCharts(as === 'chart' && table.rows.length > 0);
  const other = otherThan(as);
  const toggle = useCallback(
    () =>
      own
        ? setChosen(otherThan)
        : void navigate({ to: '.', search: now => ({ ...now, as: otherThan(now.as) }), replace: true }),
    [navigate, own],
  );
  useEffect(() => {
    if (own) return undefined;
    const press = (event: KeyboardEvent) => {
      if (
        !singleKeysAct() ||
        event.key.toLowerCase() !== 't' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      if (free(event.target, box.current)) toggle();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [toggle, own]);
  if (table.rows.length === 0) return <>{empty}</>;
  return (
    <div ref={box} className={chartViewCss.chartView}>
      <header>
        {notes}
        <span>
          {own ? (
            <TextButton
              onClick={toggle}
              aria-label={words.titled(other === 'table' ? words.asTable : words.asChart, title)}
            >
              {other === 'table' ? words.asTable : words.asChart}
            </TextButton>
          ) : (
            <TextButton onClick={toggle} title={words.tableKey} aria-keyshortcuts="T">
              {as === 'chart' ? words.asTable : words.asChart} <kbd aria-hidden="true">T</kbd>
            </TextButton>
          )}
          <TextButton
            {...(own ? { 'aria-label': words.titled(words.download, title) } : {})}
            onClick={() => saveFile(`${name}.csv`, toCsv(table))}
          >
            {words.download}
          </TextButton>
          {parquet ? <SaveParquet name={name} table={table} /> : null}
        </span>
      </header>
      {as === 'table' ? (
        <Table
          label={title}
          rows={read.rows}
          rowKey={(_, index) => String(index)}
          columns={read.columns.map((column, at) => ({
            key: String(at),
            head: column.head,
            numeric: column.write !== undefined,
            wide: at === 0,
            written: column.long === true,
            render: (row: readonly Cell[]) => formatCell(column, row[at]),
          }))}
          empty={<EmptyState what={words.none} />}
        />
      ) : refused ? (
        <ErrorMessage problem={refused} onRetry={retry} />
      ) : charts ? (
        render(charts)
      ) : (
        <p className={statesCss.loading} aria-live="polite">
          {words.loading}
        </p>
      )}
    </div>
  );
}
