/** Recovery codes that were made just now: shown once, to be saved. */
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import css from './second-factors.module.css';
import { secondFactorWords } from './words.ts';

export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const words = useWords('secondFactor', secondFactorWords);
  const text = `${codes.join('\n')}\n`;
  return (
    <div role="alert" className={css.factors}>
      <p>{words.codesLead}</p>
      <pre className={css.codes} data-recovery-codes="">
        {text}
      </pre>
      <p className={css.foot}>
        <button type="button" className={buttonsCss.secondary} onClick={onSaved}>
          {words.saved}
        </button>
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
          {words.download}
        </a>
      </p>
    </div>
  );
}
