/** The faults of a file, by row and column. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useWords } from '../console-context.ts';
import { Pager } from '../parts/pager.tsx';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { importWords } from './words.ts';

type Page = AnswerOf<ConsoleCalls['listImportFaults']>;

export function Faults({ page, cursor }: { page: Page; cursor: string }) {
  const words = useWords(importWords);
  const columns: Column<Page['items'][number]>[] = [
    { key: 'row', head: words.row, numeric: true, render: fault => fault.row },
    { key: 'column', head: words.column, written: true, render: fault => fault.column ?? words.wholeRow },
    { key: 'why', head: words.why, wide: true, written: true, render: fault => fault.words },
  ];
  return (
    <Section title={words.faults} lead={words.faultsLead}>
      <Table label={words.faults} columns={columns} rows={page.items} rowKey={(_, n) => String(n)} />
      <Pager count={page.items.length} next={page.next} cursor={cursor} />
    </Section>
  );
}
