/** Who is signed in, in a page's head: a link to the account, or to signing in. */
import { getProfile } from '@rollcall/account';
import { useEffect, useState } from 'react';
import { useRollcall } from './provider.tsx';
import { useSession } from './use-session.ts';
import css from './user-button.module.css';

/** `account` and `signIn` are where it leads. Takes the same room whether or not somebody is signed in. */
export function UserButton({ account, signIn }: { account: string; signIn: string }) {
  const { auth, phrases } = useRollcall();
  const session = useSession();
  const [nickname, setNickname] = useState<string>();
  useEffect(() => {
    if (!auth || session !== 'in') return;
    const controller = new AbortController();
    getProfile(auth, undefined, { signal: controller.signal }).then(
      profile => setNickname(profile.nickname),
      // the session is over, or the network is: the page itself says so where it matters
      () => setNickname(undefined),
    );
    return () => controller.abort();
  }, [auth, session]);
  if (session === 'unknown') return <span className={css.awaited} />;
  if (session === 'out')
    return (
      <a className={css.button} href={signIn}>
        {phrases.account.signIn}
      </a>
    );
  return (
    <a className={css.button} href={account} title={phrases.account.mine}>
      <span className={css.initial} aria-hidden="true">
        {nickname ? [...nickname][0] : null}
      </span>
      <span className={css.name}>{nickname ?? phrases.account.mine}</span>
    </a>
  );
}
