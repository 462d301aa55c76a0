/** Recovery codes that were made just now: shown once, to be saved. */
import { useRecoveryCodes } from '@rollcall/ui';
import { useEffect, useId, useRef } from 'react';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import css from './second-factors.module.css';
import { secondFactorWords } from './words.ts';

/** Has the focus when it appears: what had it before is gone. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const words = useWords('secondFactor', secondFactorWords);
  const { text, href, copy, copied } = useRecoveryCodes(codes);
  const box = useRef<HTMLElement>(null);
  const lead = useId();
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={css.saving} aria-label={words.codes} aria-describedby={lead} tabIndex={-1}>
      <p id={lead}>{words.codesLead}</p>
      <pre className={css.codes} data-recovery-codes="">
        {text}
      </pre>
      <p className={css.foot}>
        <button type="button" className={buttonsCss.link} onClick={copy}>
          {words.copy}
        </button>
        <a className={buttonsCss.link} href={href} download="recovery-codes.txt">
          {words.download}
        </a>
        <span aria-live="polite">{copied ? words.copied : null}</span>
      </p>
      <p>
        <button type="button" className={buttonsCss.secondary} data-saved="" onClick={onSaved}>
          {words.saved}
        </button>
      </p>
    </section>
  );
}
