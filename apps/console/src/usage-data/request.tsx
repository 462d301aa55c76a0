/** A dialog that starts an export or an erasure. */
import { useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { usageDataWords } from './words.ts';

const SUBJECT = /^[^\p{C}\s]{1,128}$/u;
const kinds = ['export', 'erasure'] as const;
const subjectKinds = ['user', 'device'] as const;

/** @param props.onDone called with the subject's id when the job was started */
export function DataRequestDialog(props: {
  subject: string;
  onDone: (subject: string) => void;
  onClose: () => void;
}) {
  const { client } = useConsoleContext();
  const words = useWords(usageDataWords);
  const [kind, setKind] = useState<(typeof kinds)[number]>('export');
  const [whose, setWhose] = useState<(typeof subjectKinds)[number]>('user');
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      title={words.begin}
      label={words.kinds[kind]}
      busy={words.beginning}
      onClose={props.onClose}
      onDone={props.onDone}
      validate={data => {
        const good = SUBJECT.test(textIn(data, 'subject'));
        setMissing(!good);
        return good;
      }}
      onConfirm={async (data, signal) => {
        const subject = textIn(data, 'subject');
        await client.call('startUsageData', { body: { kind, subject_kind: whose, subject } }, signal);
        return subject;
      }}
    >
      <fieldset className={choicesCss.choices}>
        <legend>{words.whose}</legend>
        {subjectKinds.map(name => (
          <Tick
            key={name}
            type="radio"
            name="whose"
            checked={whose === name}
            onChange={() => setWhose(name)}
            label={words.subjects[name]}
          />
        ))}
      </fieldset>
      <TextField
        label={words.subject}
        rule={words.subjectRules[whose]}
        error={missing ? words.subjectMissing : undefined}
        name="subject"
        defaultValue={props.subject}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <fieldset className={choicesCss.choices}>
        <legend>{words.what}</legend>
        {kinds.map(name => (
          <Tick
            key={name}
            type="radio"
            name="what"
            checked={kind === name}
            onChange={() => setKind(name)}
            label={words.kinds[name]}
            note={words.kindsWhat[name]}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
