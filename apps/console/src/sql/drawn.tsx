/** A result of SQL as a chart, a table and files: lines where its first column goes upwards, such as days, else bars. */
import type { SqlResult } from '@rollcall/contract/console';
import { type Charts, ChartView } from '../charts/chart-view.tsx';
import { formatCell, type Tabular } from '../charts/tabular.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { BARS, chartTable, goesUp, resultTable } from './result-table.ts';
import css from './sql.module.css';
import { sqlWords } from './words.ts';

/** @param props.tile of a dashboard: the chart comes first, and which of the two is shown is its own */
export function DrawnResult({
  result,
  name,
  tile = false,
}: {
  result: SqlResult;
  name: string;
  tile?: boolean;
}) {
  const words = useWords(sqlWords);
  const { language } = useConsoleContext();
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false });
  const table = resultTable(result, value => numbers.format(value));
  const chart = chartTable(table);
  return (
    <div className={css.result}>
      <ChartView
        name={name}
        parquet={!tile}
        own={tile}
        title={tile ? name : words.result}
        table={table}
        empty={<EmptyState what={words.nothing} />}
        render={charts =>
          chart ? <Chart charts={charts} table={chart} label={name} /> : <EmptyState what={words.noChart} />
        }
      />
    </div>
  );
}

function Chart({
  charts: { Lines, Spans },
  table,
  label,
}: {
  charts: Charts;
  table: Tabular;
  label: string;
}) {
  const words = useWords(sqlWords);
  const { short, whole } = useNumberFormat();
  if (goesUp(table))
    return (
      <Lines
        table={table}
        label={label}
        reading={words.reading}
        short={row => formatCell(table.columns[0], table.rows[row]?.[0])}
        tick={short}
      />
    );
  const [, ...columns] = table.columns;
  const shown = { ...table, rows: table.rows.slice(0, BARS) };
  return (
    <>
      {columns.map(({ head }, at) => (
        <section key={at} aria-label={head} className={css.bars}>
          <p>{head}</p>
          <Spans table={shown} label={`${label} · ${head}`} bar={at + 1} />
        </section>
      ))}
      {table.rows.length > BARS ? <p>{words.firstBars(whole(BARS))}</p> : null}
    </>
  );
}
