/**
 * The path of an account call (specification, section 7). A function, because the build marks calls as pure, so that
 * bundlers drop unused calls; a template literal may have side effects.
 */
export const accounts = <P extends string>(path: P): `/tiger/v3/web/accounts/${P}` =>
  `/tiger/v3/web/accounts/${path}`;
