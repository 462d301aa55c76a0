/** Shows what the server gives once, with a button that copies it. */
import { type ReactNode, useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import { SecondaryButton } from './buttons.tsx';
import { Dialog } from './dialog.tsx';
import formCss from './form.module.css';
import textCss from './text.module.css';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  /** What it is for, and until when. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function SecretDialog({ title, secret, children, onClose }: SecretDialogProps) {
  const common = useCommonWords();
  const [copied, setCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <code className={textCss.secret}>{secret}</code>
      <div className={formCss.foot}>
        <SecondaryButton
          onClick={() => {
            navigator.clipboard.writeText(secret).then(
              () => setCopied(true),
              // without permission for the clipboard, it can be selected by hand
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
