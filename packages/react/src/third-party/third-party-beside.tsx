/** A third party's page beside this one, in a window of its own or embedded; it is this page that finishes. */
import { beginThirdParty } from '@rollcall/account';
import { useEffect, useState } from 'react';
import fieldsCss from '../fields/fields.module.css';
import { useAuth, useRollcall } from '../session/provider.tsx';
import css from './finish.module.css';
import type { BesideProps } from './third-party-buttons.tsx';
import { ThirdPartyFinish } from './third-party-finish.tsx';
import { WechatFrame } from './wechat-frame.tsx';
import { awaitReturn, markHere, stateOf, windows } from './windows.ts';
import { thirdPartyWords } from './words.ts';

/** Give it to `ThirdPartyButtons` as `beside`. */
export function ThirdPartyBeside(props: BesideProps) {
  const { to, popup, returnTo, onSignedIn, onGiveUp } = props;
  const { phrases } = useRollcall();
  const auth = useAuth();
  const words = thirdPartyWords[phrases.language];
  const [url] = useState(
    () => beginThirdParty(auth(), to, { intent: 'sign-in', returnTo, popup: popup !== undefined }).href,
  );
  const [came, setCame] = useState<string>();
  useEffect(() => awaitReturn(stateOf(url), setCame), [url]);
  useEffect(() => {
    popup?.location.replace(url);
  }, [popup, url]);

  if (came !== undefined)
    return (
      <ThirdPartyFinish
        provider={to.provider}
        address={came}
        home={returnTo}
        onSignedIn={onSignedIn}
        onGiveUp={onGiveUp}
      />
    );
  const here = () => {
    markHere(stateOf(url));
    windows.go(url);
  };
  return (
    <div className={css.beside}>
      {popup ? (
        <p aria-live="polite">{words.inOtherWindow(phrases.account[to.provider])}</p>
      ) : (
        <WechatFrame thirdParty={to} url={url} />
      )}
      <div className={css.line}>
        <button type="button" className={fieldsCss.link} onClick={here}>
          {words.openHere}
        </button>
        <button type="button" className={fieldsCss.link} onClick={onGiveUp}>
          {words.otherWay}
        </button>
      </div>
    </div>
  );
}
