/** A small form made of a list of fields: what they have in common stands here once. */
import { Fragment, type ReactNode, useId } from 'react';
import { Panel } from './panel.tsx';
import panelCss from './panel.module.css';
import type { ProblemName, Problems } from '../problem/problem.ts';
import { type CodeOfForm, type Typed, useForm } from './use-form.ts';
import type { PanelField } from './panel-fields.tsx';

export interface FormPanelProps<N extends string> {
  /** In their order; the first has the focus. */
  readonly fields: readonly PanelField<N>[];
  /** The button's words; the form is named by them too. */
  readonly label: string;
  readonly busy?: string;
  /** Said above the button. */
  readonly note?: ReactNode;
  /** Where problems stand in this form, over what they say themselves. */
  readonly beside?: Partial<Record<ProblemName, NoInfer<N>>>;
  /** Where it sends a code, to the number in `phone_number`. */
  readonly code?: CodeOfForm<NoInfer<N>>;
  readonly work: (typed: Typed<NoInfer<N>>, signal: AbortSignal) => Promise<void>;
  readonly onCancel: () => void;
}

/** Draws the fields, and does the work once all of them are right. */
export function FormPanel<N extends string>(props: FormPanelProps<N>) {
  const { fields, beside, code } = props;
  const id = useId();
  const form = useForm<N>({
    initial: Object.fromEntries(fields.map(({ name }) => [name, ''])) as Typed<N>,
    secrets: fields.filter(({ secret }) => secret).map(({ name }) => name),
    places: fields.map(({ name }) => name),
    check: typed =>
      Object.fromEntries(
        fields.map(({ name, mistake }) => [name, mistake(typed[name], typed)]),
      ) as Problems<N>,
    work: props.work,
    ...(beside ? { beside } : {}),
    ...(code ? { code } : {}),
  });
  return (
    <Panel
      label={props.label}
      busy={props.busy}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={props.onCancel}
    >
      {fields.map(({ name, control }, index) => (
        <Fragment key={name}>
          {control({
            ...form.of(name),
            id: id + name,
            value: form.fields.values[name],
            first: index === 0,
            code: form.code,
            sendCode: form.sendCode,
          })}
        </Fragment>
      ))}
      {props.note ? <p className={panelCss.note}>{props.note}</p> : null}
    </Panel>
  );
}
