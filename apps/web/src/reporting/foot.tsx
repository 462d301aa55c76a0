/** The foot of a page: asks for consent, and afterwards links to the settings. */
import { useWords } from '@rollcall/react';
import {
  ConsentBanner,
  ConsentSettings,
  useConsent,
  useGuardianUsage,
  usageWords,
  usageWordsVersion,
} from '@rollcall/react/usage';
import { useEffect, useId, useRef, useState } from 'react';
import css from './foot.module.css';

export function Foot() {
  const words = useWords('usage', usageWords);
  const { unanswered, granted } = useConsent(usageWordsVersion);
  const guardian = useGuardianUsage();
  const [open, setOpen] = useState(false);
  const wasUnanswered = useRef(unanswered);
  const [announcement, setAnnouncement] = useState('');
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (wasUnanswered.current && !unanswered) {
      // the pressed button is gone with the banner: the foot gets the focus, unless it is elsewhere
      if (document.activeElement === document.body) toggle.current?.focus({ preventScroll: true });
      setAnnouncement(Object.keys(granted).length > 0 ? words.saved : `${words.saved} ${words.nothing}`);
    }
    wasUnanswered.current = unanswered;
  }, [unanswered, granted, words]);
  return (
    <>
      <ConsentBanner />
      {unanswered || guardian ? null : (
        <button
          ref={toggle}
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => {
            setAnnouncement('');
            setOpen(!open);
          }}
        >
          {words.settings}
        </button>
      )}
      {open && !unanswered && !guardian ? (
        <div id={id}>
          <ConsentSettings />
        </div>
      ) : null}
      <p aria-live="polite" className={css.announcement}>
        {announcement}
      </p>
    </>
  );
}
