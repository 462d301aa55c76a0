/** `/reset`: resets a forgotten password. */
import { ResetPassword, resetWords, useWords } from '@rollcall/react';
import { useBrowserValue } from '@rollcall/ui';
import { useEffect, useState } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import { useChannels } from '../../frame/use-channels.ts';
import { afterWords } from './words.ts';
import { usePageWords } from '../../words/page-words.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

/** The ticket of a link that the school sent; undefined: another way here. */
const ticketOf = (hash: string): string | undefined => /^#([\w-]{16})$/.exec(hash)?.[1];

export function ResetPage({ words }: { words: Words }) {
  const leave = useLeave('/account');
  const channels = useChannels();
  const mail = channels?.includes('email');
  const after = useBrowserValue(() => new URLSearchParams(location.search).get('after') ?? '', '');
  const [ticket, setTicket] = useState<string>();
  useEffect(() => {
    const found = ticketOf(location.hash);
    if (found === undefined) return;
    // Not in the history of a browser that others use too.
    history.replaceState(null, '', location.pathname + location.search);
    // while prerendering there is no address: it is read after the first render
    // oxlint-disable-next-line react/set-state-in-effect
    setTicket(found);
  }, []);
  const notices: Readonly<Record<string, string>> = { ...usePageWords('after', afterWords) };
  return (
    <Frame words={words} layout="form">
      <h1>{useWords('reset', resetWords).title}</h1>
      {ticket === undefined ? <p className={css.lead}>{words.resetLead}</p> : null}
      {Object.keys(notices).includes(after) ? (
        <p className={css.notice} aria-live="polite">
          {notices[after]}
        </p>
      ) : null}
      <ResetPassword
        signIn={useCarried('/sign-in')}
        signUp={useCarried('/sign-up')}
        ticket={ticket}
        onLinkOver={() => setTicket(undefined)}
        onSignedIn={() => leave()}
        by={mail ? (channels?.includes('sms') ? ['phone', 'email'] : ['email']) : ['phone']}
      />
    </Frame>
  );
}
