/** A banner that asks what may be reported. */
import { useEffect, useId, useRef, useState } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { useWords } from '../provider/use-words.ts';
import { ConsentSettings } from './consent-settings.tsx';
import css from './usage.module.css';
import { kinds, useConsent } from './use-consent.ts';
import { usageWords, usageWordsVersion } from './words.ts';

/**
 * Asks for consent to reports of usage. Shown until the present version of the words is answered in any tab; draws
 * nothing afterwards and while prerendering. It takes no focus. Agreeing, refusing and choosing are one press each and
 * look alike.
 *
 * @example <ConsentBanner />
 * @see `docs/usage.md`
 */
export function ConsentBanner() {
  const words = useWords('usage', usageWords);
  const { unanswered, answer } = useConsent(usageWordsVersion);
  const [choosing, setChoosing] = useState(false);
  const id = useId();
  const settings = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the person opened the settings: the focus moves there
    if (choosing) settings.current?.focus();
  }, [choosing]);
  if (!unanswered) return null;
  return (
    <section className={css.banner} aria-label={words.banner} data-consent="">
      {choosing ? (
        <div ref={settings} id={`${id}settings`} tabIndex={-1} className={css.choice}>
          <ConsentSettings />
        </div>
      ) : (
        <>
          <p>{words.ask}</p>
          <div className={css.buttons}>
            <button type="button" className={buttonsCss.secondary} onClick={() => answer(kinds)}>
              {words.agree}
            </button>
            <button type="button" className={buttonsCss.secondary} onClick={() => answer([])}>
              {words.refuse}
            </button>
            <button
              type="button"
              className={buttonsCss.secondary}
              aria-expanded={false}
              onClick={() => setChoosing(true)}
            >
              {words.choose}
            </button>
          </div>
        </>
      )}
    </section>
  );
}
