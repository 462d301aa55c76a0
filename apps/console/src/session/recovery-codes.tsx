/** Shows new recovery codes, once. */
import { useRecoveryCodes } from '@rollcall/ui';
import { PrimaryButton, SecondaryButton } from '../parts/buttons.tsx';
import buttonsCss from '../parts/buttons.module.css';
import formCss from '../parts/form.module.css';
import noticeCss from '../parts/notice.module.css';
import textCss from '../parts/text.module.css';
import { useCommonWords, useWords } from '../console-context.ts';
import { secondFactorWords } from './second-factor-words.ts';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const words = useWords(secondFactorWords);
  const common = useCommonWords();
  const { text, href, copy, copied } = useRecoveryCodes(codes);
  return (
    <>
      <p className={noticeCss.info}>{words.recoveryCodesLead}</p>
      <pre className={textCss.secret} data-recovery-codes="">
        {text}
      </pre>
      <div className={formCss.foot}>
        <PrimaryButton onClick={onDone}>{words.codesKept}</PrimaryButton>
        <SecondaryButton onClick={copy}>{common.copy}</SecondaryButton>
        <a className={buttonsCss.secondary} href={href} download="rollcall-recovery-codes.txt">
          {words.downloadCodes}
        </a>
        <span aria-live="polite">{copied ? common.copied : null}</span>
      </div>
    </>
  );
}
