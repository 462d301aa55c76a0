/**
 * The page after a sign-in. Only a path of this site is accepted, so that a link to the sign-in page can't lead
 * to another site (open redirect).
 */
const BASE = 'http://rollcall.invalid';
/** Pages that would lead back to the sign-in page. */
const CIRCULAR = /^\/(?:sign-(?:in|up)|reset|oauth)(?:[/?#]|$)/;

/**
 * Checks the value of `?return=`.
 *
 * @returns a path with query and fragment that begins with exactly one slash; `fallback` where the value is
 * missing, names another site, or leads back to the sign-in page
 */
export function safeReturnPath(value: string | null | undefined, fallback: string): string {
  if (!value?.startsWith('/') || value.length > 2000) return fallback;
  let url: URL;
  try {
    url = new URL(value, BASE);
  } catch {
    return fallback;
  }
  if (url.origin !== BASE) return fallback;
  const path = url.pathname + url.search + url.hash;
  // "/.//evil.example" is a path of this site only until it is normalised: the result is checked
  if (path.startsWith('//') || CIRCULAR.test(path)) return fallback;
  return path;
}
