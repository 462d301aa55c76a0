/** The dialog that makes a service token. */
import { longestTokenDays, scopes, tokenAddresses, tokenLimits } from '@rollcall/contract/console';
import { useId, useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useReload } from '../mutate.ts';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea, TextField, textIn } from '../parts/text-field.tsx';
import fieldCss from '../parts/field.module.css';
import { serviceTokenWords } from './words.ts';

/** Days that a new token lives, unless others are typed. */
const USUAL_DAYS = 365;

const bodyOf = (data: FormData) => ({
  name: textIn(data, 'name'),
  purpose: textIn(data, 'purpose'),
  scopes: scopes.filter(scope => data.getAll('scopes').includes(scope)),
  days: Number(textIn(data, 'days')),
  addresses: textIn(data, 'addresses')
    .split(/[\s,;，；]+/)
    .filter(one => one !== ''),
  per_minute: Number(textIn(data, 'per_minute')),
});

type Mistakes = Readonly<Partial<Record<keyof ReturnType<typeof bodyOf>, string>>>;

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

export function CreateServiceToken({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (token: string) => void;
}) {
  const { client } = useConsoleContext();
  const words = useWords(serviceTokenWords);
  const reload = useReload();
  const scopesError = useId();
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const judge = (data: FormData): Mistakes => {
    const body = bodyOf(data);
    const wrong = (test: boolean, text: string) => (test ? text : '');
    return {
      name: wrong(body.name === '', words.needed),
      purpose: wrong(body.purpose === '', words.needed),
      scopes: wrong(body.scopes.length === 0, words.noScope),
      days: wrong(!isWithin(body.days, 1, longestTokenDays), words.outside(1, longestTokenDays)),
      addresses: wrong(body.addresses.length > tokenAddresses, words.tooMany(tokenAddresses)),
      per_minute: wrong(
        !isWithin(body.per_minute, tokenLimits.least, tokenLimits.most),
        words.outside(tokenLimits.least, tokenLimits.most),
      ),
    };
  };
  const forget = (name: keyof Mistakes) => () => setMistakes({ ...mistakes, [name]: '' });
  const number = (name: 'days' | 'per_minute', label: string, rule: string, initial: number) => (
    <TextField
      label={label}
      rule={rule}
      error={mistakes[name] || undefined}
      name={name}
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
      defaultValue={initial}
      onInput={forget(name)}
    />
  );
  return (
    <ConfirmDialog
      label={words.create}
      busy={words.creating}
      onClose={onClose}
      validate={data => {
        const found = judge(data);
        setMistakes(found);
        return Object.values(found).every(text => text === '');
      }}
      onConfirm={async (data, signal) => {
        const made = await client
          .call('createServiceToken', { body: bodyOf(data) }, signal)
          .catch((error: unknown) => {
            const name = refusedOf(error).name;
            if (name === 'Conflict') setMistakes({ name: words.nameTaken });
            // Everything else is checked before.
            if (name === 'InvalidRequest') setMistakes({ addresses: words.wrongAddresses });
            throw error;
          });
        await reload();
        return made;
      }}
      onDone={({ token }) => onMade(token)}
    >
      <TextField
        label={words.name}
        rule={words.nameRule}
        error={mistakes.name || undefined}
        name="name"
        maxLength={64}
        autoComplete="off"
        onInput={forget('name')}
      />
      <TextArea
        label={words.purpose}
        rule={words.purposeRule}
        error={mistakes.purpose || undefined}
        name="purpose"
        rows={2}
        maxLength={500}
        onInput={forget('purpose')}
      />
      <fieldset className={choicesCss.choices} aria-describedby={scopesError}>
        <legend>{words.scopes}</legend>
        {scopes.map(scope => (
          <Tick
            key={scope}
            type="checkbox"
            name="scopes"
            value={scope}
            aria-invalid={mistakes.scopes ? true : undefined}
            onChange={forget('scopes')}
            label={words.scope[scope]}
            note={scope}
          />
        ))}
        <div role="alert" id={scopesError} className={fieldCss.error}>
          {mistakes.scopes}
        </div>
      </fieldset>
      {number('days', words.days, words.daysRule(longestTokenDays), USUAL_DAYS)}
      <TextArea
        label={words.addresses}
        rule={words.addressesRule}
        error={mistakes.addresses || undefined}
        optional
        name="addresses"
        rows={2}
        maxLength={1000}
        spellCheck={false}
        onInput={forget('addresses')}
      />
      {number('per_minute', words.limit, words.limitRule(tokenLimits.most), tokenLimits.usual)}
    </ConfirmDialog>
  );
}
