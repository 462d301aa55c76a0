/** The account's id for usage reporting. */

/** The `sub` of the access token; undefined without a token, or where it has another form. */
export function accountId(token: string | undefined): string | undefined {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { sub } = JSON.parse(atob(claims)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
