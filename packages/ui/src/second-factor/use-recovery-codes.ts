/** Recovery codes that were made just now, as a person saves them. Draws nothing. */
import { useState } from 'react';

export interface SavedCodes {
  /** A code a line. */
  readonly text: string;
  /** The text as the address of a file. */
  readonly href: string;
  /** Puts the text on the clipboard. */
  readonly copy: () => void;
  readonly copied: boolean;
}

/**
 * Holds which of the new recovery codes a person has saved; draws nothing.
 * @example const saved = useRecoveryCodes(codes);
 * @see `docs/react.md`
 */
export function useRecoveryCodes(codes: readonly string[]): SavedCodes {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return {
    text,
    href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    // Without permission for the clipboard, the codes can be selected by hand.
    copy: () =>
      void navigator.clipboard?.writeText(text).then(
        () => setCopied(true),
        () => setCopied(false),
      ),
    copied,
  };
}
