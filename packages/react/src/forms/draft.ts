/**
 * What was typed but not sent, kept for this tab so that it survives a reload, a wrong turn and a change of language.
 * Secrets are never given to it; the forms forget it when they are sent, and signing out forgets all of it.
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

/** Keeps a form's draft; empty values are left out. Browser only. */
export function keepDraft(form: string, values: Readonly<Record<string, string>>): void {
  try {
    const typed = Object.entries(values).filter(([, value]) => value !== '');
    if (typed.length === 0) sessionStorage.removeItem(PREFIX + form);
    else sessionStorage.setItem(PREFIX + form, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // storage is closed: a draft is a convenience
  }
}

/** Forgets every draft of this tab. Browser only. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // storage is closed: there was nothing to forget
  }
}
