/** `/reset`: resets a forgotten password. */
import { ResetPassword, resetWords, useWords } from '@rollcall/react';
import { useSyncExternalStore } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import { useChannels } from '../../frame/use-channels.ts';
import { afterWords } from './words.ts';
import { usePageWords } from '../../words/page-words.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

const never = () => () => {};

export function ResetPage({ words }: { words: Words }) {
  const leave = useLeave('/account');
  const channels = useChannels();
  const mail = channels?.includes('email');
  const after = useSyncExternalStore(
    never,
    () => new URLSearchParams(location.search).get('after') ?? '',
    () => '',
  );
  const notices: Readonly<Record<string, string>> = { ...usePageWords('after', afterWords) };
  return (
    <Frame words={words} layout="form">
      <h1>{useWords('reset', resetWords).title}</h1>
      <p className={css.lead}>{words.resetLead}</p>
      {Object.keys(notices).includes(after) ? (
        <p className={css.notice} aria-live="polite">
          {notices[after]}
        </p>
      ) : null}
      <ResetPassword
        signIn={useCarried('/sign-in')}
        signUp={useCarried('/sign-up')}
        onSignedIn={() => leave()}
        by={mail ? (channels?.includes('sms') ? ['phone', 'email'] : ['email']) : ['phone']}
      />
    </Frame>
  );
}
