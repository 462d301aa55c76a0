/** What the first run asks for beside the first admin: the name, the mark and the colour of the school. */
import { type FirstSetting, schoolLength } from '@rollcall/contract/console';
import { useState } from 'react';
import type { Refused } from '../client/refused.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { TextField } from '../parts/text-field.tsx';
import { AppearancePreview } from './appearance-preview.tsx';
import { SCHOOL_FIELD, VARIABLES } from './school.ts';
import { schoolWords } from './school-words.ts';

/** @param props.problem the refusal of the form, which may name one of the settings */
export default function SchoolFields(props: { asks: readonly FirstSetting[]; problem: Refused | undefined }) {
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
        <TextField
          key={one}
          label={words.titles[VARIABLES[one]]}
          rule={words.rules[one]}
          error={(typed[one]?.length ?? 0) > schoolLength ? words.tooLong(schoolLength) : refused(one)}
          optional
          name={SCHOOL_FIELD + one}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setTyped({ ...typed, [one]: event.target.value.trim() })}
        />
      ))}
      <AppearancePreview
        name={(language === 'en' ? typed.name_en : undefined) || typed.name || ''}
        mark={typed.mark ?? ''}
        colour={typed.colour ?? ''}
      />
    </>
  );
}
