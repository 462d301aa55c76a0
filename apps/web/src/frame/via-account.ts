/** The way over the account page, which shows first that the account is about to be deleted. */
const VIA_ACCOUNT = '/account?return=';

/** The account page, with the page that the person was on the way to: a path of this site that leads there. */
export const viaAccount = (to: string): string =>
  /^\/account(?:[/?#]|$)/.test(to) ? to : VIA_ACCOUNT + encodeURIComponent(to);

/** The page in the other direction. */
export const direct = (path: string): string =>
  path.startsWith(VIA_ACCOUNT) ? (new URLSearchParams(path.slice(8)).get('return') ?? '') : path;
