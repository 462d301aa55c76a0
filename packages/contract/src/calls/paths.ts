/**
 * Where an account call lives (specification, section 7). A pure call, and no template in the row itself: bundlers
 * drop rows that a page does not use only if building them can do nothing else.
 */
export const accounts = <P extends string>(path: P): `/tiger/v3/web/accounts/${P}` =>
  `/tiger/v3/web/accounts/${path}`;
