/**
 * The path of an account call (specification, section 7). A function marked as pure, since bundlers drop an unused row
 * only if its construction has no side effects, and a template literal may have some.
 */
export const accounts = <P extends string>(path: P): `/tiger/v3/web/accounts/${P}` =>
  `/tiger/v3/web/accounts/${path}`;
