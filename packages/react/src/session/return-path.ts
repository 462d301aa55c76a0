/**
 * Where to go after signing in. Only a path of this very site is taken, so that a link to the sign-in page can't
 * send people to another one (open redirect).
 */
const BASE = 'http://rollcall.invalid';
/** Going back to these would be going in circles. */
const CIRCULAR = /^\/(?:sign-(?:in|up)|reset|oauth)(?:[/?#]|$)/;

/**
 * Takes `?return=`'s value; gives a path with query and fragment that starts with exactly one slash, or `fallback`
 * where the value is missing, names another site, or leads back to signing in.
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
  // "/.//evil.example" is of this site until it is normalised: judge what comes out, not what went in
  if (path.startsWith('//') || CIRCULAR.test(path)) return fallback;
  return path;
}
