/** What each column is, to be corrected by hand before the act. */
import { type ImportDetail, importFields } from '@rollcall/contract/console';
import { useId, useState } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SubmitButton } from '../parts/buttons.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import fieldCss from '../parts/field.module.css';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useTask } from '../parts/task.ts';
import { importWords } from './words.ts';

type Shown = ImportDetail['columns'][number] & { readonly n: number };

export function ColumnsForm({ row: { id, columns, custom_fields: custom } }: { row: ImportDetail }) {
  const { language } = useConsoleContext();
  const words = useWords(importWords);
  const mutate = useMutate();
  const task = useTask();
  const twice = useId();
  const [fields, setFields] = useState(() => columns.map(({ field }) => field));
  const named = fields.filter(field => field !== null);
  const wrong = new Set(named).size !== named.length;
  const changed = columns.some(({ field }, n) => field !== fields[n]);
  const titleOf = ({ heading, n }: Shown) => (heading === '' ? words.unnamed(n + 1) : heading);
  const shown: Column<Shown>[] = [
    { key: 'column', head: words.column, written: true, render: titleOf },
    {
      key: 'field',
      head: words.meaning,
      render: row => (
        <select
          className={fieldCss.control}
          aria-label={titleOf(row)}
          aria-describedby={twice}
          value={fields[row.n] ?? ''}
          onChange={event => {
            const field = event.target.value || null;
            setFields(fields.map((one, n) => (n === row.n ? field : one)));
          }}
        >
          <option value="">{words.none}</option>
          {importFields.map(field => (
            <option key={field} value={field}>
              {words.fields[field]}
            </option>
          ))}
          {custom.map(({ field, name }) => (
            <option key={field} value={field}>
              {name[language]}
            </option>
          ))}
        </select>
      ),
    },
    {
      key: 'examples',
      head: words.examples,
      wide: true,
      written: true,
      render: row => row.examples.filter(text => text !== '').join(' · ') || '—',
    },
  ];
  return (
    <Section title={words.columns} lead={words.columnsLead}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (wrong) return;
          task.run(async signal => {
            await mutate('setImportColumns', { body: { id, fields } }, signal);
          });
        }}
      >
        <Table
          label={words.columns}
          columns={shown}
          rows={columns.map((column, n) => ({ ...column, n }))}
          rowKey={row => String(row.n)}
        />
        <div role="alert" id={twice} className={fieldCss.error}>
          {wrong ? words.twice : ''}
        </div>
        {task.problem ? <ErrorMessage problem={task.problem} /> : null}
        {changed ? (
          <SubmitButton task={task} label={words.correct} busy={words.correcting} secondary />
        ) : null}
      </form>
    </Section>
  );
}
