/** What happened in the period of a chart: written by hand, and releases; admins add and remove it. */
import type { Annotation } from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog, DeleteDialog } from '../parts/confirm-dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import fieldCss from '../parts/field.module.css';
import { Section } from '../parts/page.tsx';
import { type Columns, RowAction, Table } from '../parts/table.tsx';
import { shellRoute } from '../shell/route.ts';
import { dayOf } from '../zone.ts';
import { askWords } from './words.ts';

export function AnnotationList(props: { items: readonly Annotation[]; onChange: () => Promise<void> }) {
  const { items, onChange } = props;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  const common = useCommonWords();
  const { operator } = shellRoute.useRouteContext();
  const [dialog, setDialog] = useState<'add' | Annotation>();
  const [missing, setMissing] = useState(false);
  const [today] = useState(() => dayOf(Date.now()));
  const admin = operator.role === 'admin';
  const close = () => {
    setDialog(undefined);
    setMissing(false);
  };
  const textOf = ({ product, text }: Annotation) => (product === null ? text : words.release(product, text));
  const columns: Columns<Annotation> = [
    { key: 'day', head: words.day, render: row => row.day },
    { key: 'text', head: words.happened, wide: true, written: true, render: textOf },
    { key: 'by', head: words.writtenBy, render: row => row.created_by ?? words.bySourceMaps },
    admin && {
      key: 'actions',
      head: common.actions,
      render: row =>
        row.id === null ? null : (
          <RowAction label={common.delete} of={textOf(row)} onClick={() => setDialog(row)} />
        ),
    },
  ];
  return (
    <Section
      title={words.annotations}
      action={
        admin ? <SecondaryButton onClick={() => setDialog('add')}>{words.annotate}</SecondaryButton> : null
      }
    >
      <Table
        label={words.annotations}
        columns={columns}
        rows={items}
        rowKey={(row, at) => row.id ?? `release ${at}`}
        empty={<p className={fieldCss.rule}>{words.noAnnotations}</p>}
      />
      {dialog === 'add' ? (
        <ConfirmDialog
          title={words.annotate}
          onClose={close}
          validate={data => {
            const none = textIn(data, 'text') === '' || textIn(data, 'day') === '';
            setMissing(none);
            return !none;
          }}
          onConfirm={async (data, signal) => {
            const body = { day: textIn(data, 'day'), text: textIn(data, 'text') };
            await client.call('createAnnotation', { body }, signal);
            await onChange();
          }}
        >
          <TextField label={words.day} name="day" type="date" defaultValue={today} />
          <TextField
            label={words.happened}
            error={missing ? words.nameNeeded : undefined}
            name="text"
            maxLength={200}
            autoComplete="off"
          />
        </ConfirmDialog>
      ) : dialog ? (
        <DeleteDialog
          of={textOf(dialog)}
          onClose={close}
          onConfirm={async (_, signal) => {
            if (dialog.id !== null)
              await client.call('deleteAnnotation', { body: { id: dialog.id } }, signal);
            await onChange();
          }}
        />
      ) : null}
    </Section>
  );
}
