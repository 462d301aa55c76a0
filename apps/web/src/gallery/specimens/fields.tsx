/** Fields, each alone. */
import {
  CodeInput,
  PasswordInput,
  PhoneInput,
  type Problem,
  useCodeSender,
  useFormFields,
} from '@rollcall/react';
import { PHONE } from '../written.ts';
import type { Specimens } from './specimen.ts';

const INITIAL = { value: '' } as const;
/** One field alone, as in a site's own form. */
function One(props: { kind: 'phone' | 'code' | 'current' | 'new'; problem?: Problem['name'] }) {
  const { kind, problem: name } = props;
  const fields = useFormFields<'value'>({ initial: INITIAL, secrets: ['value'] });
  const code = useCodeSender({
    purpose: 'login',
    address: PHONE,
    ask: () => Promise.resolve({ retry_after: 60, expires_in: 600 }),
  });
  const given = { id: 'one', field: fields.bind('value'), problem: name ? { name } : undefined };
  const { value } = fields.values;
  return (
    <form aria-label={kind} noValidate onSubmit={event => event.preventDefault()}>
      {kind === 'phone' ? (
        <PhoneInput {...given} />
      ) : kind === 'code' ? (
        <CodeInput {...given} sender={code} onSend={() => code.send(PHONE)} />
      ) : (
        <PasswordInput {...given} use={kind} value={value} about={[PHONE]} />
      )}
    </form>
  );
}
const one = (kind: Parameters<typeof One>[0]['kind'], problem?: Problem['name']) => () => (
  <One kind={kind} {...(problem ? { problem } : {})} />
);

export const fieldsStates = {
  'phone-input': {
    empty: { draw: one('phone') },
    typed: { draw: one('phone'), reach: hand => hand.type('value', PHONE) },
    error: { draw: one('phone', 'InvalidPhoneNumber') },
  },
  'code-input': {
    empty: { draw: one('code') },
    typed: { draw: one('code'), reach: hand => hand.type('value', '1234') },
    sent: {
      draw: one('code'),
      reach: async hand => {
        await hand.press('button');
        await hand.see('button:disabled');
      },
    },
    error: { draw: one('code', 'CaptchaMismatch') },
  },
  'password-input': {
    empty: { draw: one('new') },
    weak: {
      draw: one('new'),
      reach: async hand => {
        await hand.type('value', 'qwerty123');
        await hand.see('[data-strength=weak]');
      },
    },
    fair: {
      draw: one('new'),
      reach: async hand => {
        await hand.type('value', 'Kestrel77');
        await hand.see('[data-strength=fair]');
      },
    },
    strong: {
      draw: one('new'),
      reach: async hand => {
        await hand.type('value', 'walk_the_dog');
        await hand.see('[data-strength=strong]');
      },
    },
    shown: {
      draw: one('current'),
      reach: async hand => {
        await hand.type('value', 'walk_the_dog');
        await hand.press('[aria-pressed]');
        await hand.see('[aria-pressed=true]');
      },
    },
    error: { draw: one('current', 'WrongCredentials') },
  },
} as const satisfies Specimens;
