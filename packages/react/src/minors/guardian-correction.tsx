/** The form by which a guardian corrects a pupil's name and birthday. */
import type { Child } from '@rollcall/contract';
import { useId, useState } from 'react';
import { DateInput } from '../fields/date-input.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import type { FieldRule } from '../forms/rules.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../provider/use-words.ts';
import css from './minors.module.css';
import type { GuardianFlow } from './use-guardian.ts';
import { minorsWords } from './words.ts';

const dayOf = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 10);

export function GuardianCorrection({ child, flow }: { child: Child; flow: GuardianFlow }) {
  const { guardian: words } = useWords('minors', minorsWords);
  const [saved, setSaved] = useState(false);
  const id = useId();
  const text = (initial: string): FieldRule => ({ initial, normalise: typed => typed.trim() });
  const form = useForm({
    rules: { fullname: text(child.fullname ?? ''), birthday: text(dayOf(child.birthday)) },
    onEdit: () => setSaved(false),
    submit: async ({ fullname, birthday }, signal) => {
      const at = Date.parse(`${birthday}T00:00:00Z`);
      const changes = { fullname, ...(Number.isNaN(at) ? {} : { birthday: at / 1000 }) };
      await flow.correct(child, changes, signal);
      setSaved(true);
    },
  });
  return (
    <div className={css.fields}>
      <h3>{words.correct}</h3>
      <FlowForm form={form} label={words.correct} submitLabel={words.save} busyLabel={words.saving} secondary>
        <TextInput id={`${id}name`} label={words.fullname} {...form.inputProps('fullname')} />
        <DateInput
          id={`${id}birthday`}
          label={words.birthday}
          rule={words.correctRule}
          min="1900-01-01"
          figures
          {...form.inputProps('birthday')}
        />
      </FlowForm>
      <p aria-live="polite">{saved ? words.saved : ''}</p>
    </div>
  );
}
