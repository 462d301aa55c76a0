/** The chart of what a product reported: at most MAX_ROWS rows are drawn, and the table has all. */
import type { ReactNode } from 'react';
import { type Charts, ChartView } from '../charts/chart-view.tsx';
import type { Tabular } from '../charts/tabular.ts';
import fieldCss from '../parts/field.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { useWords } from '../console-context.ts';
import { UnknownProduct, useFormats } from './filters.tsx';
import { monitorWords } from './words.ts';

/** Maximum of rows in a chart. */
export const MAX_ROWS = 20;

export function ProductChart(props: {
  /** Name of the CSV file. */
  name: string;
  title: string;
  table: Tabular;
  /** What `resolveProduct` says of the product. */
  scope: { readonly product: string; readonly known: boolean; readonly sampled: boolean };
  /** How to read the chart. */
  legend: string;
  /** @param drawn the first MAX_ROWS rows of `table` */
  render: (charts: Charts, drawn: Tabular) => ReactNode;
  /** Says that there is nothing, and how to change that. @default that nothing was reported in the period */
  empty?: { readonly what: string; readonly how: string };
}) {
  const { name, title, table, scope, legend, render } = props;
  const words = useWords(monitorWords);
  const { whole } = useFormats();
  const { what, how } = props.empty ?? { what: words.nothing, how: words.nothingHow };
  const drawn = { ...table, rows: table.rows.slice(0, MAX_ROWS) };
  return (
    <ChartView
      name={name}
      title={title}
      table={table}
      notes={<SampleBadge sampled={scope.sampled} />}
      empty={
        <UnknownProduct
          product={scope.product}
          known={scope.known}
          otherwise={<EmptyState what={what} how={how} sample />}
        />
      }
      render={charts => (
        <>
          <p className={fieldCss.rule}>
            {legend}{' '}
            {table.rows.length > MAX_ROWS ? words.most(whole(MAX_ROWS), whole(table.rows.length)) : null}
          </p>
          {render(charts, drawn)}
        </>
      )}
    />
  );
}
