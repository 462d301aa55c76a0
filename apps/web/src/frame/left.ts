/** Who was signed in before a page led to the sign-in, kept in this tab until it is shown there. */
const KEY = 'rollcall.left';

/** Browser only. */
export function noteWho(who: string): void {
  try {
    sessionStorage.setItem(KEY, who);
  } catch {
    // the browser allows no storage: the sign-in page does not say who
  }
}

/** The name, once; undefined where none is kept. Browser only. */
export function takeWho(): string | undefined {
  try {
    const who = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return who;
  } catch {
    return undefined;
  }
}
