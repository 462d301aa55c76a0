/** The result of a statement, or why there is none. */
import type { SqlResult } from '@rollcall/contract/console';
import { ChartView } from '../charts/chart-view.tsx';
import { formatCell } from '../charts/tabular.ts';
import type { Refused } from '../client/refused.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import noticeCss from '../parts/notice.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { Section } from '../parts/page.tsx';
import { chartTable, resultTable } from './result-table.ts';
import css from './sql.module.css';
import { sqlWords } from './words.ts';

export function Result({ result, name }: { result: SqlResult; name: string }) {
  const words = useWords(sqlWords);
  const { language } = useConsoleContext();
  const { whole, short } = useNumberFormat();
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false });
  const table = resultTable(result, value => numbers.format(value));
  const chart = chartTable(table);
  return (
    <Section title={words.result}>
      <output>
        {words.rows(whole(result.rows.length), whole(result.took))}
        {result.cut ? ` ${words.cut(whole(result.rows.length))}` : ''}
      </output>
      <ChartView
        name={name}
        parquet
        title={words.result}
        table={table}
        empty={<EmptyState what={words.nothing} />}
        render={({ Lines }) =>
          chart ? (
            <Lines
              table={chart}
              label={words.result}
              reading={words.reading}
              short={row => formatCell(chart.columns[0], chart.rows[row]?.[0])}
              tick={short}
            />
          ) : (
            <EmptyState what={words.noChart} />
          )
        }
      />
    </Section>
  );
}

/** A faulty statement is answered in the words of the database. */
export function Trouble({ problem, onRetry }: { problem: Refused; onRetry: () => void }) {
  if (problem.name !== 'InvalidRequest') return <ErrorMessage problem={problem} onRetry={onRetry} />;
  return (
    <div role="alert" className={noticeCss.error}>
      <pre className={css.fault}>{problem.message}</pre>
    </div>
  );
}
