/** A result of SQL as a chart, a table and files: lines where its first column goes up in even steps, such as days, else bars. */
import type { SqlResult } from '@rollcall/contract/console';
import { type Charts, ChartView } from '../charts/chart-view.tsx';
import { formatCell, type Tabular } from '../charts/tabular.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { BARS, chartTable, resultTable, stepsEvenly, TILE_BARS } from './result-table.ts';
import css from './sql.module.css';
import { sqlWords } from './words.ts';

/** @param props.tile of a dashboard: which of chart and table is shown is its own, and bars are few */
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
          chart ? (
            <Chart charts={charts} table={chart} label={name} tile={tile} />
          ) : (
            <EmptyState what={words.noChart} />
          )
        }
      />
    </div>
  );
}

function Chart({
  charts: { Lines, Spans },
  table,
  label,
  tile,
}: {
  charts: Charts;
  table: Tabular;
  label: string;
  tile: boolean;
}) {
  const words = useWords(sqlWords);
  const { short, whole } = useNumberFormat();
  if (stepsEvenly(table))
    return (
      <Lines
        table={table}
        label={label}
        reading={words.reading}
        short={row => formatCell(table.columns[0], table.rows[row]?.[0])}
        tick={short}
      />
    );
  const most = tile ? TILE_BARS : BARS;
  const columns = table.columns.slice(1, tile ? 2 : undefined);
  const shown = { ...table, rows: table.rows.slice(0, most) };
  return (
    <>
      {columns.map(({ head }, at) => (
        <section key={at} aria-label={head} className={css.bars}>
          <p>{head}</p>
          <Spans table={shown} label={`${label} · ${head}`} bar={at + 1} />
        </section>
      ))}
      {table.rows.length > most ? <p>{words.firstBars(whole(most))}</p> : null}
    </>
  );
}
