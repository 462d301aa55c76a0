/** `/account` */
import {
  AccountSecurity,
  AgreementGate,
  FormProblem,
  ProfileForm,
  SignOutButton,
  useAccount,
  useSession,
} from '@rollcall/react';
import { useEffect, useRef, useState } from 'react';
import { Frame } from '../../frame/frame.tsx';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

function Avatar({ url, nickname }: { url: string | null; nickname: string }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={css.avatar} aria-hidden="true">
      {url && url !== broken ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        [...nickname][0]
      )}
    </span>
  );
}

export function AccountPage({ words }: { words: Words }) {
  const { phrases } = words;
  const session = useSession();
  const { account, task } = useAccount();
  const [profile, setProfile] = useState(account?.profile);
  const shown = profile?.id === account?.profile.id ? (profile ?? account?.profile) : account?.profile;
  const changed = useRef(false);
  useEffect(() => {
    // also when another tab has signed out: nothing of the account stays on the screen
    if (session !== 'out') return;
    // later, so that whoever has just changed the password is told why they are signed out
    const timer = setTimeout(() =>
      location.replace(`/sign-in?return=/account${changed.current ? '&after=password' : ''}`),
    );
    return () => clearTimeout(timer);
  }, [session]);
  return (
    <Frame words={words} layout="wide">
      <div className={css.person}>
        {shown ? (
          <Avatar url={shown.avatar_url} nickname={shown.nickname} />
        ) : (
          <span className={css.avatar} />
        )}
        <div>
          <h1>{shown?.nickname ?? phrases.account.mine}</h1>
          <p className={css.lead}>{phrases.account.mine}</p>
        </div>
      </div>
      <FormProblem problem={task.problem} retry={task.retry} />
      {session === 'out' ? <p aria-live="polite">{words.signedOut}</p> : null}
      {account ? (
        <div className={css.account}>
          <div className={css.across}>
            <AgreementGate />
          </div>
          <section aria-labelledby="profile">
            <h2 id="profile">{phrases.profile.title}</h2>
            <p className={css.lead}>{phrases.profile.lead}</p>
            <ProfileForm
              key={account.profile.id}
              profile={account.profile}
              grades={account.grades}
              onSaved={setProfile}
            />
          </section>
          <section aria-labelledby="security" className={css.security}>
            <h2 id="security">{phrases.account.privacy}</h2>
            <AccountSecurity
              privacy={account.privacy}
              here="/account"
              onPasswordChanged={() => {
                changed.current = true;
              }}
            />
            <SignOutButton />
          </section>
        </div>
      ) : task.problem || session === 'out' ? null : (
        <div className={css.waiting} aria-live="polite">
          <p>{task.phase === 'slow' ? phrases.work.slow : phrases.work.loading}</p>
          <i />
          <i />
          <i />
          <i />
        </div>
      )}
    </Frame>
  );
}
