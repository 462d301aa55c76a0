/** The page of `/console/custom-fields`, loaded when it is opened. */
import type { CustomField } from '@rollcall/contract';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate, useReload } from '../mutate.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { type Column, RowAction, RowActions, Table } from '../parts/table.tsx';
import textCss from '../parts/text.module.css';
import { useTask } from '../parts/task.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { ruleText } from './rule-text.ts';
import { customFieldWords } from './words.ts';

export const route = createLazyRoute('/shell/console/custom-fields')({ component: CustomFields });

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'change'; readonly of: CustomField }
  | { readonly what: 'remove'; readonly of: CustomField; readonly people: number };

function CustomFields() {
  const { items } = route.useLoaderData();
  const { client, language } = useConsoleContext();
  const words = useWords(customFieldWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const reload = useReload();
  const task = useTask();
  const { whole } = useNumberFormat();
  const [open, setOpen] = useState<Open>();
  const [more, setMore] = useState<number>();
  const close = () => {
    setMore(undefined);
    setOpen(undefined);
  };
  const ask = (of: CustomField) =>
    task.run(async signal => {
      const { people } = await client.call('countCustomFieldValues', { query: { key: of.key } }, signal);
      setOpen({ what: 'remove', of, people });
    });
  const move = (at: number, to: number) =>
    task.run(async signal => {
      const keys = items.map(({ key }) => key);
      const [moved = ''] = keys.splice(at, 1);
      keys.splice(to, 0, moved);
      await mutate('orderCustomFields', { body: { keys } }, signal);
    });
  const audience = (of: CustomField, name: 'seen_by' | 'changed_by') =>
    of[name].map(one => words.audiences[one]).join(common.comma) || words.nobody;
  const columns: Column<CustomField>[] = [
    {
      key: 'name',
      head: words.field,
      written: true,
      render: row => (
        <>
          {row.name[language]}
          <br />
          <code className={textCss.code}>{row.key}</code>
        </>
      ),
    },
    {
      key: 'rule',
      head: words.rule,
      wide: true,
      written: true,
      render: row => ruleText(row, words, { language, comma: common.comma }),
    },
    { key: 'seen', head: words.seen, render: row => audience(row, 'seen_by') },
    { key: 'changed', head: words.changed, render: row => audience(row, 'changed_by') },
    {
      key: 'acts',
      head: common.actions,
      render: row => {
        const at = items.indexOf(row);
        const act = (label: string, run: () => void) => (
          <RowAction label={label} of={row.name[language]} onClick={run} />
        );
        return (
          <RowActions>
            {at > 0 ? act(words.up, () => move(at, at - 1)) : null}
            {at < items.length - 1 ? act(words.down, () => move(at, at + 1)) : null}
            {act(common.change, () => setOpen({ what: 'change', of: row }))}
            {act(words.remove, () => ask(row))}
          </RowActions>
        );
      },
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <SecondaryButton onClick={() => setOpen({ what: 'create' })}>{words.create}</SecondaryButton>
      </PageHeader>
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
      <Table
        label={words.title}
        columns={columns}
        rows={items}
        rowKey={row => row.key}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
      {open?.what === 'create' ? <FieldDialog onClose={close} /> : null}
      {open?.what === 'change' ? <FieldDialog of={open.of} onClose={close} /> : null}
      {open?.what === 'remove' ? (
        <ConfirmDialog
          of={open.of.name[language]}
          text={
            more === undefined
              ? open.people === 0
                ? words.removeNone
                : words.removeText(whole(open.people))
              : words.removeMore(whole(more))
          }
          label={words.remove}
          busy={words.removing}
          onClose={close}
          onConfirm={async (_, signal) => {
            const body = { key: open.of.key, people: open.people };
            await client.call('removeCustomField', { body }, signal).catch((error: unknown) => {
              const { name, data } = refusedOf(error);
              if (name === 'Conflict') setMore((data as { people: number }).people);
              throw error;
            });
            await reload();
          }}
        />
      ) : null}
    </>
  );
}
