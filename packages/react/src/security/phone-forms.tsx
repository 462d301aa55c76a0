/** Binding a phone number to an account that has none, and changing it. */
import { bindPhone, changePhone, sendBindPhoneCaptcha, sendChangePhoneCaptcha } from '@rollcall/account';
import { useId } from 'react';
import { codeFigures } from '../fields/code.ts';
import { CodeInput } from '../fields/code-input.tsx';
import { codeMistake, phoneMistake } from '../fields/mistakes.ts';
import { normalisePhone } from '../fields/phone.ts';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useForm } from '../fields/use-form.ts';
import { Slow } from '../fields/work.tsx';
import { useAuth, useRollcall } from '../session/provider.tsx';
import { Panel } from './panel.tsx';
import type { Opened } from './security.tsx';
import { securityWords } from './words.ts';

const BIND = { phone_number: '', captcha: '' } as const;
const BIND_PLACES = ['phone_number', 'captcha'] as const;
const CHANGE = { old_phone_number: '', phone_number: '', captcha: '' } as const;
const CHANGE_PLACES = ['old_phone_number', 'phone_number', 'captcha'] as const;
const OLD = ['old_phone_number'] as const;
const SECRETS = ['captcha'] as const;

export function BindPhone({ onDone, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { phone: words } = securityWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    initial: BIND,
    secrets: SECRETS,
    places: BIND_PLACES,
    check: typed => ({
      phone_number: phoneMistake(typed.phone_number),
      captcha: codeMistake(typed.captcha),
    }),
    code: {
      purpose: 'bind',
      ask: (phone_number, call) => sendBindPhoneCaptcha(auth(), { phone_number }, call),
    },
    work: async (typed, signal) => {
      const phone_number = normalisePhone(typed.phone_number);
      await bindPhone(auth(), { phone_number, captcha: codeFigures(typed.captcha) }, { signal });
      onDone(words.bound);
    },
  });
  return (
    <Panel
      label={words.bind}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <PhoneInput id={`${id}phone`} {...form.of('phone_number')} first />
      <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
      <Slow phase={form.code.task.phase} />
    </Panel>
  );
}

export function ChangePhone({ privacy, onDone, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { phone: words } = securityWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    initial: CHANGE,
    secrets: SECRETS,
    places: CHANGE_PLACES,
    // the server judges the new number's form; the old one was right or is said to be wrong
    beside: { InvalidPhoneNumber: 'phone_number' },
    check: typed => ({
      old_phone_number: phoneMistake(typed.old_phone_number),
      phone_number: phoneMistake(typed.phone_number),
      captcha: codeMistake(typed.captcha),
    }),
    code: {
      purpose: 'change',
      needs: OLD,
      ask: (phone_number, call, typed) =>
        sendChangePhoneCaptcha(
          auth(),
          { phone_number, old_phone_number: normalisePhone(typed.old_phone_number) },
          call,
        ),
    },
    work: async (typed, signal) => {
      const phone_number = normalisePhone(typed.phone_number);
      await changePhone(auth(), { phone_number, captcha: codeFigures(typed.captcha) }, { signal });
      onDone(words.changed);
    },
  });
  return (
    <Panel
      label={words.change}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <PhoneInput
        id={`${id}old`}
        label={words.old}
        rule={words.oldRule(privacy.phone_number ?? '')}
        {...form.of('old_phone_number')}
        first
      />
      <PhoneInput id={`${id}phone`} label={words.new} {...form.of('phone_number')} />
      <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
      <Slow phase={form.code.task.phase} />
    </Panel>
  );
}
