/** The dialog by which an operator corrects a wrong year of birth. */
import type { PersonDetail } from '@rollcall/contract/console';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea, TextField, textIn } from '../parts/text-field.tsx';
import { childrenWords } from './children-words.ts';

const OLDEST = 1900;

export function CorrectBirthYear({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const words = useWords(childrenWords);
  const mutate = useMutate();
  const [wrong, setWrong] = useState<{ year?: boolean; reason?: boolean }>({});
  return (
    <ConfirmDialog
      text={words.correctText(person.nickname)}
      label={words.correct}
      onClose={onClose}
      validate={data => {
        const typed = Number(data.get('birth_year'));
        const year =
          !Number.isInteger(typed) || typed < OLDEST || typed > new Date().getFullYear()
            ? true
            : typed === person.age.birth_year;
        const reason = textIn(data, 'reason') === '';
        setWrong({ year, reason });
        return !year && !reason;
      }}
      onConfirm={async (data, signal) => {
        const body = {
          id: person.id,
          birth_year: Number(data.get('birth_year')),
          reason: String(data.get('reason')),
        };
        await mutate('correctBirthYear', { body }, signal);
      }}
    >
      <TextField
        label={words.birthYear}
        rule={words.correctRule(person.age.birth_year)}
        error={wrong.year ? words.yearWrong : undefined}
        name="birth_year"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        onInput={() => setWrong({ ...wrong, year: false })}
      />
      <TextArea
        label={words.correctReason}
        rule={words.correctReasonRule}
        error={wrong.reason ? words.closedMissing : undefined}
        name="reason"
        maxLength={500}
        onInput={() => setWrong({ ...wrong, reason: false })}
      />
    </ConfirmDialog>
  );
}
