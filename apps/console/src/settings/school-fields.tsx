/** What the first run asks for beside the first admin: the name, the mark and the colour of the school. */
import { type FirstSetting, firstSettings } from '@rollcall/contract/console';
import { useState } from 'react';
import type { Refused } from '../client/refused.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { Field } from '../parts/field.tsx';
import { AppearancePreview } from './appearance-preview.tsx';
import { schoolWords } from './school-words.ts';

const FIELD = 'school-';
const VARIABLES = {
  name: 'ROLLCALL_NAME',
  name_en: 'ROLLCALL_NAME_EN',
  mark: 'ROLLCALL_MARK',
  colour: 'ROLLCALL_COLOUR',
} as const satisfies Record<FirstSetting, string>;

/** What a form with these fields says of the school. */
export const schoolOf = (data: FormData): Partial<Record<FirstSetting, string>> =>
  Object.fromEntries(
    firstSettings.flatMap(one => {
      const value = String(data.get(FIELD + one) ?? '').trim();
      return value === '' ? [] : [[one, value]];
    }),
  );

/** @param props.problem the refusal of the form, which may name one of the settings */
export function SchoolFields(props: { asks: readonly FirstSetting[]; problem: Refused | undefined }) {
  const { asks, problem } = props;
  const { language } = useConsoleContext();
  const words = useWords(schoolWords);
  const [typed, setTyped] = useState<Partial<Record<FirstSetting, string>>>({});
  const refused = (one: FirstSetting) =>
    problem?.field === VARIABLES[one] ? words.refused(problem.message) : undefined;
  return (
    <>
      <p>{words.lead}</p>
      {asks.map(one => (
        <Field
          key={one}
          label={words.titles[VARIABLES[one]]}
          rule={words.rules[one]}
          error={refused(one)}
          optional
        >
          {control => (
            <input
              {...control}
              name={FIELD + one}
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
              onChange={event => setTyped({ ...typed, [one]: event.target.value.trim() })}
            />
          )}
        </Field>
      ))}
      <AppearancePreview
        name={(language === 'en' ? typed.name_en : undefined) || typed.name || ''}
        mark={typed.mark ?? ''}
        colour={typed.colour ?? ''}
      />
    </>
  );
}
