/** The dialog by which the school enrols a person by hand. */
import { emailFrom, fields, phoneNumberFrom } from '@rollcall/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import { remedyWords } from './remedy-words.ts';

const OLDEST = 1900;

/** What is filled in, without what is empty. */
const bodyOf = (data: FormData) => {
  const [phone, email] = [phoneNumberFrom(textIn(data, 'phone_number')), emailFrom(textIn(data, 'email'))];
  const [fullname, year] = [textIn(data, 'fullname'), textIn(data, 'birth_year')];
  return {
    pid: textIn(data, 'pid'),
    ...(phone === '' ? {} : { phone_number: phone }),
    ...(email === '' ? {} : { email }),
    ...(fullname === '' ? {} : { fullname }),
    ...(year === '' ? {} : { birth_year: Number(year) }),
  };
};

type Mistakes = Readonly<
  Partial<Record<'phone_number' | 'email' | 'fullname' | 'birth_year' | 'pid', string>>
>;

export function CreatePerson({ pid, onClose }: { pid: string; onClose: () => void }) {
  const { client } = useConsoleContext();
  const words = useWords(remedyWords);
  const navigate = useNavigate();
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const judge = (data: FormData): Mistakes => {
    const { phone_number: phone, email, fullname, birth_year: year, pid: site } = bodyOf(data);
    const wrong = (test: boolean, text: string) => (test ? text : '');
    return {
      phone_number:
        phone === undefined
          ? wrong(email === undefined, words.createMissing)
          : wrong(!fields.PHONE_NUMBER.test(phone), words.numberWrong),
      email:
        email !== undefined && phone !== undefined
          ? words.createBoth
          : wrong(email !== undefined && !fields.EMAIL_ADDRESS.test(email), words.emailWrong),
      fullname: wrong(fullname !== undefined && !fields.FULLNAME.test(fullname), words.fullnameWrong),
      birth_year: wrong(
        year !== undefined && !(Number.isInteger(year) && year >= OLDEST && year <= new Date().getFullYear()),
        words.yearWrong,
      ),
      pid: wrong(!fields.PID.test(site), words.pidWrong),
    };
  };
  const field = (
    name: keyof Mistakes,
    label: string,
    native: Readonly<Record<string, string | number>>,
    { rule, optional = true }: { rule?: string; optional?: boolean } = {},
  ) => (
    <TextField
      label={label}
      rule={rule}
      error={mistakes[name] || undefined}
      optional={optional}
      {...native}
      name={name}
      autoComplete="off"
      onInput={() => setMistakes({ ...mistakes, [name]: '' })}
    />
  );
  return (
    <ConfirmDialog
      text={words.createText}
      label={words.create}
      busy={words.creating}
      onClose={onClose}
      validate={data => {
        const found = judge(data);
        setMistakes(found);
        return Object.values(found).every(text => text === '');
      }}
      onConfirm={(data, signal) => client.call('createPerson', { body: bodyOf(data) }, signal)}
      onDone={({ id }) => void navigate({ to: '/console/people/$id', params: { id } })}
    >
      {field('phone_number', words.createPhone, { inputMode: 'tel', maxLength: 254 })}
      {field('email', words.createEmail, { type: 'email', maxLength: 254 })}
      {field('fullname', words.fullname, { maxLength: 30 }, { rule: words.fullnameRule })}
      {field(
        'birth_year',
        words.createYear,
        { inputMode: 'numeric', maxLength: 4 },
        { rule: words.createYearRule },
      )}
      {field(
        'pid',
        words.createPid,
        { defaultValue: pid, maxLength: 64 },
        { rule: words.createPidRule, optional: false },
      )}
    </ConfirmDialog>
  );
}
