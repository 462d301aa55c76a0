/** Setting the username, once. */
import { setUsername } from '@rollcall/account';
import { fields as rules } from '@rollcall/contract';
import { useId } from 'react';
import { TextInput } from '../fields/text-input.tsx';
import { useForm } from '../fields/use-form.ts';
import { useAuth, useRollcall } from '../session/provider.tsx';
import { Panel } from './panel.tsx';
import css from './security.module.css';
import type { Opened } from './security.tsx';
import { securityWords } from './words.ts';

const INITIAL = { username: '' } as const;
const PLACES = ['username'] as const;

export function UsernameForm({ onDone, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { username: words } = securityWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    initial: INITIAL,
    places: PLACES,
    check: typed => ({
      username: rules.USERNAME.test(typed.username.trim()) ? undefined : { name: 'InvalidUsername' },
    }),
    work: async (typed, signal) => {
      await setUsername(auth(), { username: typed.username.trim() }, { signal });
      onDone(words.done);
    },
  });
  return (
    <Panel
      label={words.submit}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <TextInput
        id={`${id}username`}
        label={phrases.account.username}
        rule={words.rule}
        {...form.of('username')}
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        first
      />
      <p className={css.note}>{words.once}</p>
    </Panel>
  );
}
