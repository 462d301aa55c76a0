/** How challenges ended in the last 24 hours, by vendor and by hour. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useWords } from '../console-context.ts';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type Counts, totalsOf } from './totals.ts';
import { verificationWords } from './words.ts';

type Row = AnswerOf<ConsoleCalls['getVerificationCounts']>['rows'][number];

export function Outcomes({ rows }: { rows: readonly Row[] }) {
  const words = useWords(verificationWords);
  const { whole, percent } = useNumberFormat();
  const nameOf = (provider: string) => words.vendorNames[provider.toLowerCase()] ?? provider;
  const counts: Column<Counts>[] = [
    { key: 'vendor', head: words.vendor, render: row => nameOf(row.provider) },
    { key: 'passed', head: words.passed, numeric: true, render: row => whole(row.passed) },
    { key: 'failed', head: words.failed, numeric: true, render: row => whole(row.failed) },
    { key: 'unjudged', head: words.unjudged, numeric: true, render: row => whole(row.unjudged) },
    {
      key: 'rate',
      head: words.passRate,
      numeric: true,
      render: ({ passed, failed, unjudged }) => percent(passed / (passed + failed + unjudged)),
    },
  ];
  // oxlint-disable-next-line unicorn/no-array-reverse -- the array is new, and the oldest browsers have no toReversed
  const latest = [...rows].reverse();
  const byHour: Column<Row>[] = [
    { key: 'hour', head: words.hour, render: row => <DateTime at={row.hour} /> },
    ...(counts as Column<Row>[]),
  ];
  return (
    <Section title={words.outcomes} lead={words.outcomesLead}>
      <Table
        label={words.outcomes}
        columns={counts}
        rows={totalsOf(rows)}
        rowKey={row => row.provider}
        empty={<EmptyState what={words.noOutcomes} />}
      />
      {rows.length > 0 ? (
        <Table
          label={words.byHour}
          columns={byHour}
          rows={latest}
          rowKey={row => `${row.hour} ${row.provider}`}
        />
      ) : null}
    </Section>
  );
}
