/** The dialog that says when a dashboard is sent, and to whom. */
import {
  type AlertChannel,
  type DashboardSubscription,
  subscriptionReceivers,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import choicesCss from '../parts/choices.module.css';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea } from '../parts/text-field.tsx';
import { LanguageField } from '../parts/language-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { subscriptionWords } from './subscription-words.ts';

/** What is certainly no address; the server says the rest. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The addresses of a text, one a line or separated by commas. */
const readEmails = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,，;；]+/)
      .map(each => each.trim())
      .filter(each => each !== ''),
  ),
];

export function SubscriptionDialog(props: {
  dashboard: string;
  /** Absent: a new one is made. */
  subscription?: DashboardSubscription;
  channels: readonly AlertChannel[];
  /** Whether mail can be sent. */
  mail: boolean;
  onClose: () => void;
}) {
  const { dashboard, subscription: given, channels, mail, onClose } = props;
  const { language: own } = useConsoleContext();
  const words = useWords(subscriptionWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [weekday, setWeekday] = useState(String(given?.weekday ?? ''));
  const [hour, setHour] = useState(String(given?.hour ?? 8));
  const [language, setLanguage] = useState(given?.language ?? own);
  const [emails, setEmails] = useState(given?.emails.join('\n') ?? '');
  const [chosen, setChosen] = useState<readonly number[]>(given?.channels ?? []);
  const [error, setError] = useState<string>();
  const addresses = mail ? readEmails(emails) : [];
  return (
    <ConfirmDialog
      title={given ? common.change : words.add}
      onClose={onClose}
      validate={() => {
        const wrong = addresses.find(address => !ADDRESS.test(address));
        const problem =
          wrong === undefined
            ? addresses.length > subscriptionReceivers
              ? words.tooMany
              : addresses.length + chosen.length === 0
                ? words.nobody
                : undefined
            : words.wrongEmails(wrong);
        setError(problem);
        return problem === undefined;
      }}
      onConfirm={async (_, signal) => {
        const body = {
          dashboard,
          weekday: weekday === '' ? null : Number(weekday),
          hour: Number(hour),
          language,
          emails: [...addresses],
          channels: [...chosen],
          enabled: given?.enabled ?? true,
        };
        if (given) {
          const { id, revision } = given;
          await mutate('changeSubscription', { body: { ...body, id, revision } }, signal);
        } else await mutate('createSubscription', { body }, signal);
      }}
    >
      <SelectField
        label={words.day}
        value={weekday}
        options={[
          ['', words.daily] as const,
          ...words.weekdays.map((day, at) => [String(at + 1), words.weekly(day)] as const),
        ]}
        onSelect={setWeekday}
      />
      <SelectField
        label={words.hour}
        value={hour}
        options={Array.from({ length: 24 }, (_, at) => [String(at), hourText(at)] as const)}
        onSelect={setHour}
      />
      <TextArea
        label={words.emails}
        rule={mail ? words.emailsRule : words.noMail}
        error={error}
        name="emails"
        rows={3}
        disabled={!mail}
        value={emails}
        onChange={event => {
          setEmails(event.target.value);
          setError(undefined);
        }}
      />
      <LanguageField label={words.language} value={language} onSelect={setLanguage} />
      <fieldset className={choicesCss.choices}>
        <legend>{words.channels}</legend>
        {channels.length === 0 ? <p>{words.noChannels}</p> : null}
        {channels.map(({ id, name }) => (
          <label key={id} className={choicesCss.tick}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={event => {
                setChosen(event.target.checked ? [...chosen, id] : chosen.filter(each => each !== id));
                setError(undefined);
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
