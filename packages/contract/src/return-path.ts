/**
 * The page after a sign-in. Only a path of this site and pages of listed origins are accepted, so that a link to the
 * sign-in page can't lead to another site (open redirect).
 */
const BASE = 'http://rollcall.invalid';
/** Pages that would lead back to the sign-in page. */
const CIRCULAR = /^\/(?:sign-(?:in|up)|reset|oauth)(?:[/?#]|$)/;

/**
 * Checks the value of `?return=`.
 *
 * @param origins other origins that are allowed, compared exactly
 * @returns a path with query and fragment that begins with exactly one slash, or a URL of a listed origin; `fallback` where
 * the value is missing, names another site, or leads back to the sign-in page
 * @example safeReturnPath(new URLSearchParams(location.search).get('return'), '/');
 * @see `docs/react.md`
 */
export function safeReturnPath(
  value: string | null | undefined,
  fallback: string,
  origins: readonly string[] = [],
): string {
  if (!value || value.length > 2000) return fallback;
  let url: URL;
  try {
    url = new URL(value, BASE);
  } catch {
    return fallback;
  }
  // as the browser reads it, without a name or password before the host; the origin of blob:https://… is that of the URL inside
  if (/^https?:$/.test(url.protocol) && origins.includes(url.origin))
    return url.origin + url.pathname + url.search + url.hash;
  if (!value.startsWith('/')) return fallback;
  if (url.origin !== BASE) return fallback;
  const path = url.pathname + url.search + url.hash;
  // "/.//evil.example" is a path of this site only until it is normalised: the result is checked
  if (path.startsWith('//') || CIRCULAR.test(path)) return fallback;
  return path;
}
