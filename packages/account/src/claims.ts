/** What an access token says of its account: read, not verified. */

/** @returns undefined where the text is no token with that claim */
export const claim = (access: string | undefined, name: 'sub' | 'usage_proof'): string | undefined => {
  try {
    const claims = access?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const value = (JSON.parse(atob(claims)) as { [claim: string]: unknown })[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The account of an access token; undefined if the text names none. */
export const subjectOf = (access: string | undefined): string | undefined => claim(access, 'sub');
