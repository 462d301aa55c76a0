/**
 * A part of a page that is loaded from a chunk of its own, with what is shown while it loads and when that
 * fails.
 */
import { ErrorBoundary } from '@rollcall/ui';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Words } from '../words/words.ts';
import css from './late.module.css';

/** Throws the error again outside of React, so that error reporting sees it. */
const report = (error: unknown): void => {
  if (typeof reportError === 'function') reportError(error);
  else
    queueMicrotask(() => {
      throw error;
    });
};

/**
 * Draws the part when it is loaded; before that `waiting`, also while prerendering. Where its chunk can't be
 * loaded, shows a message with a button that loads it from a fresh address; what was typed elsewhere on the
 * page stays.
 *
 * @param load loads the chunk; it gets the number of the attempt, from 0 on, and is the same function at each
 * rendering
 */
export function Late<Props extends object>(props: {
  load: (attempt: number) => Promise<ComponentType<Props>>;
  with: Props;
  words: Words;
  waiting?: ReactNode;
}) {
  const { load, words, waiting = null } = props;
  const [attempt, setAttempt] = useState(0);
  const [came, setCame] = useState<{ readonly Part: ComponentType<Props> } | 'failed'>();
  useEffect(() => {
    let here = true;
    const bring = async () => {
      try {
        const Part = await load(attempt);
        if (here) setCame({ Part });
      } catch (error) {
        if (here) setCame('failed');
        report(error);
      }
    };
    void bring();
    return () => {
      here = false;
    };
  }, [load, attempt]);
  const again = () => {
    setCame(undefined);
    setAttempt(attempt + 1);
  };
  if (!came) return waiting;
  const failed = (
    <div className={css.failed} role="alert">
      <p>{words.partFailed}</p>
      <button type="button" onClick={again}>
        {words.phrases.work.retry}
      </button>
      {attempt > 0 ? (
        <button type="button" onClick={() => location.reload()}>
          {words.reload}
        </button>
      ) : null}
    </div>
  );
  if (came === 'failed') return failed;
  return (
    <ErrorBoundary key={attempt} failed={failed}>
      <came.Part {...props.with} />
    </ErrorBoundary>
  );
}
