/**
 * What was typed and not sent, kept in this tab's sessionStorage so that it survives a reload and a change of language.
 * The caller leaves out secrets. A form deletes its draft when it was sent; signing out deletes all drafts.
 */
const PREFIX = 'rollcall.draft.';

/** The draft of a form, or an empty one. Browser only. */
export function readDraft(form: string): Record<string, string> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + form) ?? '{}');
    if (typeof draft !== 'object' || draft === null) return {};
    return Object.fromEntries(Object.entries(draft).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** Writes a form's draft without its empty values; without any value it is deleted. Browser only. */
export function writeDraft(form: string, values: Readonly<Record<string, string>>): void {
  try {
    const typed = Object.entries(values).filter(([, value]) => value !== '');
    if (typed.length === 0) sessionStorage.removeItem(PREFIX + form);
    else sessionStorage.setItem(PREFIX + form, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // the browser allows no storage: the form works without a draft
  }
}

const IDENTIFIER = 'identifier';

/** The phone number, e-mail address or username that was typed last in any form of this tab. Browser only. */
export const readIdentifier = (): string | undefined => readDraft(IDENTIFIER)[IDENTIFIER];

/**
 * Fills in the phone number, e-mail address or username of every form of this tab; empty: deletes it. Browser only.
 * @example writeIdentifier('13800000000');
 * @see `docs/react.md`
 */
export const writeIdentifier = (typed: string): void => writeDraft(IDENTIFIER, { [IDENTIFIER]: typed });

/**
 * Deletes every draft of this tab. Browser only.
 * @example clearDrafts();
 * @see `docs/react.md`
 */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // the browser allows no storage: there are no drafts
  }
}
