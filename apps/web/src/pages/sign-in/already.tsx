/** For people who are signed in already: as whom, and the ways on. Loaded late. */
import { getPrivacy } from '@rollcall/account';
import type { Privacy } from '@rollcall/react';
import { FormError, SignOutButton, useRollcall, useTask } from '@rollcall/react';
import { useEffect, useState } from 'react';
import { usePageWords } from '../../words/page-words.ts';
import css from '../pages.module.css';
import { alreadyWords } from './already-words.ts';

/** @param props.goOn the page that the person came for */
export function Already({ goOn }: { goOn: string }) {
  const { auth, phrases } = useRollcall();
  const words = usePageWords('already', alreadyWords);
  const [privacy, setPrivacy] = useState<Privacy>();
  const { run, problem, retry } = useTask();
  useEffect(() => {
    if (auth) run(async signal => setPrivacy(await getPrivacy(auth, undefined, { signal })));
  }, [auth, run]);
  // not the nickname: the calls of a profile would make the page's first script longer
  const who = privacy?.phone_number ?? privacy?.email ?? privacy?.username;
  return (
    <div className={css.ways}>
      <p aria-live="polite">{who ? words.as(who) : phrases.signIn.already}</p>
      <FormError problem={problem} retry={retry} />
      <a className={css.primary} href={goOn}>
        {phrases.signIn.goOn}
      </a>
      <SignOutButton />
    </div>
  );
}
