/** The fields of the forms of second factors. */
import { Field } from '../fields/field.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { CodeSlots } from '../forms/code-slots.tsx';
import type { PanelField } from '../forms/panel-fields.tsx';
import * as rules from '../forms/rules.ts';
import type { SecondFactorWords } from './words.ts';

/** The names of problems, where nothing was sent to the person. */
export const FACTOR_PROBLEMS = { CaptchaMismatch: 'WrongFactor' } as const;
/** The same of a recovery code, and the place where they are shown. */
export const RECOVERY_PROBLEMS = {
  CaptchaMismatch: 'WrongRecoveryCode',
  InvalidCaptcha: 'WrongRecoveryCode',
} as const;
export const RECOVERY_PLACES = { CaptchaMismatch: 'proof', InvalidCaptcha: 'proof' } as const;

/** The code of an authenticator app. With its sixth digit the form is sent. */
export const appCodeField = (words: SecondFactorWords): PanelField<'captcha'> => ({
  ...rules.code,
  name: 'captcha',
  check: digits => (digits.length === 6 ? undefined : 'WrongFactor'),
  draw: ({ id, field, problem, first }) => {
    const frame = { id, label: words.code, rule: words.codeRule, problem };
    return (
      <Field {...frame}>
        <CodeSlots {...frame} field={field} first={first} />
      </Field>
    );
  },
});

export const recoveryCodeField = (words: SecondFactorWords): PanelField<'proof'> => ({
  name: 'proof',
  secret: true,
  normalise: text => text.normalize('NFKC').replaceAll(/\s/g, ''),
  check: text => (/^[\w-]{10,24}$/.test(text) ? undefined : 'WrongRecoveryCode'),
  draw: ({ id, field, problem, first }) => (
    <TextInput
      id={id}
      label={words.recovery_code}
      rule={words.recoveryRule}
      field={field}
      problem={problem}
      type="text"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      first={first}
      figures
    />
  ),
});

export const passkeyNameField = (words: SecondFactorWords): PanelField<'name'> => ({
  name: 'name',
  normalise: text => text.trim(),
  draw: ({ id, field, problem, first }) => (
    <TextInput
      id={id}
      label={words.name}
      rule={words.nameRule}
      field={field}
      problem={problem}
      type="text"
      autoComplete="off"
      maxLength={40}
      first={first}
    />
  ),
});
