/** A small form that is made of a list of fields. */
import { Fragment, type ReactNode, useId } from 'react';
import { Panel } from './panel.tsx';
import panelCss from './panel.module.css';
import type { PanelField } from './panel-fields.tsx';
import type { FieldRule } from './rules.ts';
import { type FormOptions, useForm } from './use-form.ts';

export interface FormPanelProps<N extends string>
  extends Pick<FormOptions<N>, 'code' | 'draft' | 'problemNames' | 'problemPlaces' | 'submit'> {
  /** In their order; the first one gets the focus. */
  readonly fields: readonly PanelField<N>[];
  /** The label of the button; it names the form too. */
  readonly label: string;
  /** The label of the button while the form is being sent. @default `account.saving` of the words */
  readonly busy?: string;
  /** Stands above the fields. */
  readonly lead?: ReactNode;
  /** Stands above the button. */
  readonly note?: ReactNode;
  /** Stands below the fields, with what belongs to them. @default none */
  readonly after?: ReactNode;
  /** Whether its act cannot be taken back. @default false */
  readonly danger?: boolean;
  readonly onCancel: () => void;
}

/** Give it another `key` where its fields change. */
export function FormPanel<N extends string>(props: FormPanelProps<N>) {
  const { fields, label, busy, lead, note, after, danger, onCancel, ...options } = props;
  const id = useId();
  const form = useForm<N>({
    ...options,
    rules: Object.fromEntries(fields.map(field => [field.name, field])) as unknown as Record<N, FieldRule>,
  });
  return (
    <Panel
      label={label}
      busy={busy}
      danger={danger}
      task={form.task}
      problem={form.problem}
      retry={form.retry}
      onSubmit={() => form.submit()}
      onCancel={() => {
        // not the deadline: the server holds to it
        form.fields.forget();
        onCancel();
      }}
    >
      {lead}
      {fields.map(({ name, draw }, index) => (
        <Fragment key={name}>
          {draw({
            ...form.inputProps(name),
            id: id + name,
            value: form.fields.values[name],
            first: index === 0,
            sender: form.code,
            onSend: form.sendCode,
          })}
        </Fragment>
      ))}
      {after}
      {note ? <p className={panelCss.note}>{note}</p> : null}
    </Panel>
  );
}
