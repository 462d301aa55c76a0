/** An id, small; a press copies it. */
import { useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import textCss from './text.module.css';

export function CopiedId({ id }: { id: string }) {
  const words = useCommonWords();
  const [copied, setCopied] = useState(false);
  return (
    <span className={textCss.copied}>
      <button
        type="button"
        title={words.copy}
        aria-label={`${words.copy} ${id}`}
        onClick={() => {
          navigator.clipboard.writeText(id).then(
            () => setCopied(true),
            // without permission for the clipboard, it can be selected by hand
            () => setCopied(false),
          );
        }}
      >
        <code className={textCss.code}>{id}</code>
      </button>
      <small aria-live="polite">{copied ? words.copied : null}</small>
    </span>
  );
}
