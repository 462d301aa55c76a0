/** A person's grade and custom fields, and the dialog in which staff changes them. */
import { type CustomField, type FieldMistake, validateFieldValues } from '@rollcall/contract';
import type { PersonDetail } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { valueText } from '../custom-fields/rule-text.ts';
import { readValue, ValueControl } from '../custom-fields/value-control.tsx';
import { customFieldWords } from '../custom-fields/words.ts';
import { refusedOf } from '../client/refused.ts';
import { useReload } from '../mutate.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { Field } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Section } from '../parts/page.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface Grade {
  readonly id: number;
  readonly name: Readonly<Record<Language, string>>;
}

interface DetailsProps {
  readonly person: PersonDetail;
  /** Those that staff sees. */
  readonly fields: readonly CustomField[];
  readonly grades: readonly Grade[];
}

export function Details(props: DetailsProps) {
  const { person, fields, grades } = props;
  const { language } = useConsoleContext();
  const words = useWords(customFieldWords);
  const { yes, no, comma } = useCommonWords();
  const [editing, setEditing] = useState(false);
  const grade = grades.find(({ id }) => id === person.grade)?.name[language];
  return (
    <Section
      title={words.details}
      action={<SecondaryButton onClick={() => setEditing(true)}>{words.edit}</SecondaryButton>}
    >
      <DescriptionList
        columns={2}
        items={[
          [words.grade, grade ?? words.noGrade],
          ...fields.map(
            field =>
              [
                field.name[language],
                valueText(field, person.fields[field.key], { language, yes, no, comma }) ?? words.none,
              ] as const,
          ),
        ]}
      />
      {editing ? <EditDetails {...props} onClose={() => setEditing(false)} /> : null}
    </Section>
  );
}

function EditDetails({ person, fields, grades, onClose }: DetailsProps & { onClose: () => void }) {
  const { client, language } = useConsoleContext();
  const words = useWords(customFieldWords);
  const reload = useReload();
  const [mistakes, setMistakes] = useState<Readonly<Record<string, FieldMistake>>>({});
  const own = fields.filter(({ changed_by: by }) => by.includes('staff'));
  /** What was changed; a value that is as before is left alone, also where its rule became narrower. */
  const changesOf = (data: FormData) =>
    Object.fromEntries(
      own.flatMap(field => {
        const value = readValue(field, data);
        const before = person.fields[field.key] ?? (field.rule.type === 'choices' ? [] : null);
        return JSON.stringify(value) === JSON.stringify(before) ? [] : [[field.key, value] as const];
      }),
    );
  return (
    <ReasonDialog
      label={words.edit}
      text={words.editText}
      rule={words.editRule}
      onClose={onClose}
      validate={data => {
        const { mistakes: found } = validateFieldValues(own, changesOf(data));
        setMistakes(Object.fromEntries(found.map(({ key, why }) => [key, why])));
        return found.length === 0;
      }}
      work={async (reason, signal, data) => {
        const { values } = validateFieldValues(own, changesOf(data));
        const chosen = String(data.get('grade') ?? '');
        const grade = chosen === '' ? null : Number(chosen);
        const body = {
          id: person.id,
          reason,
          ...(grade === person.grade ? {} : { grade }),
          fields: values,
        };
        await client.call('updatePerson', { body }, signal).catch((error: unknown) => {
          const { field, data: facts } = refusedOf(error);
          const why = (facts as { why?: FieldMistake } | undefined)?.why;
          if (field !== undefined && why !== undefined) setMistakes({ [field]: why });
          throw error;
        });
        await reload();
      }}
    >
      <SelectField
        label={words.grade}
        name="grade"
        defaultValue={String(person.grade ?? '')}
        options={[
          ['', words.noGrade],
          ...grades.map(({ id, name }) => [String(id), name[language]] as const),
        ]}
      />
      {own.map(field => {
        const why = mistakes[field.key];
        return (
          <Field
            key={field.key}
            label={field.name[language]}
            error={why && words.mistakes[why]}
            optional={!field.required}
          >
            {control => (
              <ValueControl
                field={field}
                value={person.fields[field.key]}
                control={control}
                onInput={() => setMistakes({ ...mistakes, [field.key]: undefined as never })}
              />
            )}
          </Field>
        );
      })}
    </ReasonDialog>
  );
}
