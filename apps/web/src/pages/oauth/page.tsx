/** `/oauth/wechat` and `/oauth/qq`: the pages that WeChat and QQ send people back to. */
import { isProvider, ThirdPartyReturn, thirdPartyWords, useWords } from '@rollcall/react';
import { useBrowserValue } from '@rollcall/ui';
import { useState } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useLeave } from '../../frame/leave.ts';
import { direct } from '../../frame/via-account.ts';
import { WithProof } from '../../frame/with-proof.tsx';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

export function OauthPage({ words }: { words: Words }) {
  // unknown while prerendering; afterwards the URL with which the page was opened
  const address = useBrowserValue(() => location.href, undefined);
  const provider = address === undefined ? undefined : new URL(address).pathname.split('/')[2];
  const leave = useLeave('/account');
  const leaveTo = (path: string) => leave(direct(path));
  const [intent, setIntent] = useState<'sign-in' | 'bind'>();
  const { phrases } = words;
  const thirdParty = useWords('thirdParty', thirdPartyWords);
  const binds = intent === 'bind' && isProvider(provider);
  return (
    <Frame words={words} layout="form">
      <h1 className={binds ? css.alone : undefined}>
        {binds ? thirdParty.bindTitle(phrases.account[provider]) : phrases.signIn.title}
      </h1>
      {binds ? null : <p className={css.lead}>{words.oauthLead}</p>}
      {address === undefined ? (
        <p>{words.phrases.work.loading}</p>
      ) : isProvider(provider) ? (
        <WithProof>
          <ThirdPartyReturn
            provider={provider}
            address={address}
            home="/account"
            signIn="/sign-in"
            onSignedIn={leaveTo}
            onBound={leaveTo}
            onBegun={setIntent}
          />
        </WithProof>
      ) : (
        <p>
          <a href="/sign-in">{words.phrases.signIn.title}</a>
        </p>
      )}
    </Frame>
  );
}
