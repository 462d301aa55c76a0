/** The question whose data is to be written out or erased. */
import { useState } from 'react';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Field } from '../parts/field.tsx';
import { useSurroundings, useWords } from '../surroundings.ts';
import { usageDataWords } from './words.ts';

const SUBJECT = /^[^\p{C}\s]{1,128}$/u;
const kinds = ['export', 'erasure'] as const;
const subjectKinds = ['user', 'device'] as const;

/** @param props.onDone called with the id when the request was taken */
export function Request(props: { subject: string; onDone: (subject: string) => void; onClose: () => void }) {
  const { client } = useSurroundings();
  const words = useWords(usageDataWords);
  const [kind, setKind] = useState<(typeof kinds)[number]>('export');
  const [whose, setWhose] = useState<(typeof subjectKinds)[number]>('user');
  const [missing, setMissing] = useState(false);
  const read = (data: FormData) => String(data.get('subject') ?? '').trim();
  return (
    <Confirm
      title={words.begin}
      label={words.kinds[kind]}
      busy={words.beginning}
      onClose={props.onClose}
      after={props.onDone}
      check={data => {
        const good = SUBJECT.test(read(data));
        setMissing(!good);
        return good;
      }}
      act={async (data, signal) => {
        const subject = read(data);
        await client.ask('startUsageData', { body: { kind, subject_kind: whose, subject } }, signal);
        return subject;
      }}
    >
      <fieldset className={css.choices}>
        <legend>{words.whose}</legend>
        {subjectKinds.map(name => (
          <label key={name} className={css.tick} htmlFor={`whose-${name}`}>
            <input
              id={`whose-${name}`}
              type="radio"
              name="whose"
              checked={whose === name}
              onChange={() => setWhose(name)}
            />
            <span>{words.subjects[name]}</span>
          </label>
        ))}
      </fieldset>
      <Field
        label={words.subject}
        rule={words.subjectRules[whose]}
        mistake={missing ? words.subjectMissing : undefined}
      >
        {control => (
          <input
            {...control}
            name="subject"
            defaultValue={props.subject}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <fieldset className={css.choices}>
        <legend>{words.what}</legend>
        {kinds.map(name => (
          <label key={name} className={css.tick} htmlFor={`what-${name}`}>
            <input
              id={`what-${name}`}
              type="radio"
              name="what"
              checked={kind === name}
              onChange={() => setKind(name)}
            />
            <span>
              {words.kinds[name]}
              <br />
              <small>{words.kindsWhat[name]}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}
