/** Shows a new token; the server does not give it again. */
import { useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { Dialog } from '../parts/dialog.tsx';
import formCss from '../parts/form.module.css';
import textCss from '../parts/text.module.css';
import { serviceTokenWords } from './words.ts';

export function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const words = useWords(serviceTokenWords);
  const common = useCommonWords();
  const [copied, setCopied] = useState(false);
  return (
    <Dialog title={words.made} onClose={onClose}>
      <p>{words.madeText}</p>
      <code className={textCss.secret}>{token}</code>
      <div className={formCss.foot}>
        <SecondaryButton
          onClick={() => {
            navigator.clipboard.writeText(token).then(
              () => setCopied(true),
              // without permission for the clipboard, the token can be selected by hand
              () => setCopied(false),
            );
          }}
        >
          {common.copy}
        </SecondaryButton>
        <SecondaryButton onClick={onClose}>{common.close}</SecondaryButton>
        <span aria-live="polite">{copied ? common.copied : null}</span>
      </div>
    </Dialog>
  );
}
