/** The columns of the list of people, and the server's names of their orders. */
import type { CustomField } from '@rollcall/contract';
import { type PersonColumn, personColumns, type PersonRow } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { valueText } from '../custom-fields/rule-text.ts';
import { DateTime } from '../parts/date-time.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import type { Column } from '../parts/table.tsx';
import { childrenWords } from './children-words.ts';
import { peopleWords } from './words.ts';

/** The column of the sign-up among those that sort. */
export const CAME = '';
/** Columns beside it have a colon before their names, which keys of fields do not have. */
export const sortOf = (column: PersonColumn): string => `:${column}`;
export const columnOf = (sort: string): PersonColumn | undefined =>
  personColumns.find(column => sortOf(column) === sort);

/** @returns what a row has in a field, in words; undefined where it has nothing */
export function useFieldText(): (field: CustomField, row: PersonRow) => string | undefined {
  const { language } = useConsoleContext();
  const { yes, no, comma } = useCommonWords();
  return (field, row) => valueText(field, row.fields[field.key], { language, yes, no, comma });
}

/** @param props.whole whether names and numbers are seen whole */
export function usePeopleColumns(props: {
  shown: readonly CustomField[];
  searching: boolean;
  whole: boolean;
}): readonly Column<PersonRow, string>[] {
  const { shown, searching, whole } = props;
  const { language } = useConsoleContext();
  const words = useWords(peopleWords);
  const children = useWords(childrenWords);
  const fieldText = useFieldText();
  /** A search has its own order; names are masked for viewers. */
  const sorts = (column: PersonColumn) => (searching || !whole ? {} : { sort: sortOf(column) });
  return [
    {
      key: 'nickname',
      head: words.nickname,
      ...sorts('nickname'),
      written: true,
      line: 'title',
      render: row => (
        <>
          <Link to="/console/people/$id" params={{ id: row.id }}>
            {row.nickname}
          </Link>{' '}
          {row.child ? <StatusBadge tone="neutral">{children.child}</StatusBadge> : null}{' '}
          {row.sample ? <StatusBadge tone="neutral">{words.sample}</StatusBadge> : null}
        </>
      ),
    },
    {
      key: 'fullname',
      head: words.fullname,
      ...sorts('fullname'),
      render: row => row.fullname ?? '—',
      written: true,
      line: 2,
    },
    {
      key: 'username',
      head: words.username,
      render: row => row.username ?? '—',
      written: true,
    },
    {
      key: 'phone',
      head: words.phone,
      render: row => row.phone_number ?? '—',
      line: 2,
    },
    {
      key: 'email',
      head: words.email,
      render: row => row.email ?? '—',
      written: true,
    },
    ...shown.map(field => ({
      key: `field ${field.key}`,
      head: field.name[language],
      written: true,
      render: (row: PersonRow) => fieldText(field, row) ?? '—',
      ...(searching || field.rule.type === 'choices' ? {} : { sort: field.key }),
    })),
    {
      key: 'came',
      head: words.came,
      render: row => <DateTime at={row.created_at} />,
      ...(searching ? {} : { sort: CAME }),
    },
    {
      key: 'state',
      head: words.state,
      line: 1,
      render: row =>
        row.blocked_at === null ? (
          <StatusBadge tone="good">{words.active}</StatusBadge>
        ) : (
          <StatusBadge tone="bad">{words.blocked}</StatusBadge>
        ),
    },
  ];
}
