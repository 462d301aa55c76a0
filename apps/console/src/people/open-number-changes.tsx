/** For admins: the changes of numbers that wait for one of them, or for their time. */
import { Link } from '@tanstack/react-router';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useWords } from '../console-context.ts';
import { DateTime } from '../parts/date-time.tsx';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { remedyWords } from './remedy-words.ts';
import { peopleWords } from './words.ts';

type Change = AnswerOf<ConsoleCalls['listOpenNumberChanges']>['items'][number];

export function OpenNumberChanges({ changes }: { changes: readonly Change[] }) {
  const words = useWords(remedyWords);
  const people = useWords(peopleWords);
  if (changes.length === 0) return null;
  const columns: Column<Change>[] = [
    {
      key: 'person',
      head: people.id,
      render: row => (
        <Link to="/console/people/$id" params={{ id: row.account_id }} search={{ cursor: '' }}>
          {row.account_id.slice(0, 8)}…
        </Link>
      ),
    },
    { key: 'state', head: words.state, wide: true, render: row => words.states[row.state] },
    { key: 'by', head: words.by, render: row => row.proposed_by },
    { key: 'due', head: words.due, render: row => <DateTime at={row.due_at} /> },
  ];
  return (
    <Section title={words.waiting}>
      <Table label={words.waiting} columns={columns} rows={changes} rowKey={row => row.id} empty={null} />
    </Section>
  );
}
