/**
 * The digits that the link in the message asks for, wherever it is opened; binds the address once they were typed there. Looks how far that
 * is while the page is visible, until the link is over.
 */
import { bindEmail, getEmailLink } from '@rollcall/account';
import { useEffect, useRef, useState } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import css from './security.module.css';
import { securityWords } from './words.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY = 4_000;

export interface AskedLink {
  readonly email: string;
  readonly digits: string;
  /** When the link is over, in milliseconds since 1970. */
  readonly until: number;
}

/** Give it another `key` for another link. */
export function EmailLink({ email, digits, until, onBound }: AskedLink & { readonly onBound: () => void }) {
  const { email: words } = useWords('security', securityWords);
  const { auth } = useRollcall();
  const [end, setEnd] = useState<'confirmed' | 'refused' | 'none'>();
  const task = useTask();
  const bound = useRef(onBound);
  useEffect(() => {
    bound.current = onBound;
  });
  const { run } = task;
  useEffect(() => {
    if (!auth || end !== 'confirmed') return;
    run(async signal => {
      await bindEmail(auth, { email }, { signal });
      bound.current();
    });
  }, [auth, end, email, run]);
  useEffect(() => {
    if (!auth || end) return;
    const controller = new AbortController();
    const { signal } = controller;
    let looking = false;
    const look = async () => {
      if (Date.now() >= until) setEnd('none');
      else if (!looking && document.visibilityState !== 'hidden') {
        looking = true;
        try {
          const { state } = await getEmailLink(auth, undefined, { signal });
          if (state !== 'waiting' && !signal.aborted) setEnd(state);
        } catch {
          // a failed look is made up for by the next one
        } finally {
          looking = false;
        }
      }
    };
    const timer = setInterval(() => void look(), LOOK_EVERY);
    // back from the mail app
    const back = () => void look();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
      controller.abort();
    };
  }, [auth, end, until]);
  if (end === undefined)
    return (
      <div className={css.link}>
        <p>{words.byLink(email)}</p>
        <output aria-label={digits.split('').join(' ')}>{digits}</output>
      </div>
    );
  return (
    <div className={css.link}>
      <FormError problem={task.problem} retry={task.retry} />
      {end === 'refused' ? <p role="alert">{words.refused(email)}</p> : null}
      {end === 'none' ? <p>{words.linkOver}</p> : null}
      {end === 'confirmed' && !task.problem ? <output>{words.confirmed}</output> : null}
    </div>
  );
}
