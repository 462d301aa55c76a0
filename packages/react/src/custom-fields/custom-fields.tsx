/** The school's own fields of the person, below the profile; draws nothing where there are none. */
import { AuthError, getCustomFields, updateCustomFields } from '@rollcall/account';
import { type FieldMistake, validateFieldValues } from '@rollcall/contract';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { FormError } from '../problem/form-error.tsx';
import profileCss from '../profile/profile.module.css';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { useSession } from '../session/use-session.ts';
import { SubmitButton } from '../task/submit-button.tsx';
import { useTask } from '../task/use-task.ts';
import css from './custom-fields.module.css';
import { FieldControl, type OwnField, readControl } from './field-control.tsx';
import { valueText } from './rule-text.ts';
import { customFieldWords } from './words.ts';

type Mistakes = Readonly<Record<string, FieldMistake | undefined>>;

/** The mistake that the server names. */
const mistakeOf = (error: unknown): Mistakes => {
  const { data } = ((error instanceof AuthError ? error.body : undefined) ?? {}) as {
    data?: { field?: string; why?: FieldMistake };
  };
  const { field, why } = data ?? {};
  return field === undefined || why === undefined ? {} : { [field]: why };
};

export function CustomFields() {
  const { auth, phrases } = useRollcall();
  const words = useWords('customFields', customFieldWords);
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const task = useTask();
  const id = useId();
  const [fields, setFields] = useState<readonly OwnField[]>([]);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [saved, setSaved] = useState<number | 'unchanged'>();
  const { run } = loading;
  useEffect(() => {
    if (!auth || session !== 'in') return;
    run(async signal => setFields(await getCustomFields(auth, undefined, { signal })));
  }, [auth, session, run]);
  if (session === 'out' || fields.length === 0) return null;
  const { language } = phrases;
  const own = fields.filter(({ changeable }) => changeable);
  const fixed = fields.filter(({ changeable }) => !changeable);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    // what is as before is left alone, also where the school made its rule narrower since; a missing one is asked for
    const changes = own.flatMap(field => {
      const value = readControl(field, data);
      const before = field.value ?? (field.rule.type === 'choices' ? [] : null);
      const same = JSON.stringify(value) === JSON.stringify(before);
      return same && !(field.required && field.value === null) ? [] : [[field.key, value] as const];
    });
    const { values, mistakes: found } = validateFieldValues(own, Object.fromEntries(changes));
    setMistakes(Object.fromEntries(found.map(({ key, why }) => [key, why])));
    setSaved(undefined);
    if (found.length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    if (Object.keys(values).length === 0) {
      setSaved('unchanged');
      return;
    }
    task.run(async signal => {
      try {
        setFields(await updateCustomFields(given(), { values }, { signal }));
      } catch (error) {
        setMistakes(mistakeOf(error));
        throw error;
      }
      setSaved(Date.now());
    });
  };
  return (
    <section className={css.fields} aria-labelledby={id}>
      <h3 id={id}>{words.title}</h3>
      <p className={css.lead}>{words.lead}</p>
      {fixed.length === 0 ? null : (
        <dl className={css.fixed}>
          {fixed.map(({ key, name, rule, value }) => (
            <div key={key}>
              <dt>{name[language]}</dt>
              <dd>{value === null ? words.unsaid : valueText(rule, value, { words, language })}</dd>
            </div>
          ))}
        </dl>
      )}
      {own.length === 0 ? null : (
        <form className={profileCss.form} method="post" noValidate onSubmit={submit} aria-labelledby={id}>
          <FormError problem={task.problem} retry={task.retry} />
          <div className={profileCss.grid}>
            {own.map(field => {
              const why = mistakes[field.key];
              return (
                <FieldControl
                  key={field.key}
                  id={`${id}${field.key}`}
                  field={field}
                  words={words}
                  mistake={why && words.mistakes[why]}
                  onInput={() => {
                    setSaved(undefined);
                    setMistakes(now => ({ ...now, [field.key]: undefined }));
                  }}
                />
              );
            })}
          </div>
          <SubmitButton task={task} label={words.save} busy={words.saving} secondary />
          <p aria-live="polite" className={profileCss.saved}>
            {saved === 'unchanged'
              ? words.unchanged
              : saved
                ? words.saved(dateFormat(localeOf(phrases), { timeStyle: 'short' }).format(saved))
                : null}
          </p>
        </form>
      )}
    </section>
  );
}
