/** Whose page it is, for those who agreed to have that reported. */

/** The account's id as the access token says it (its `sub`); undefined without a token, or where it has another form. */
export function accountId(token: string | undefined): string | undefined {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { sub } = JSON.parse(atob(claims)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
