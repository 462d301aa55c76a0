/** What the calls of people and those of the console share of OpenID Connect. */

/** What a client may learn of a person (OpenID Connect Core, section 5.4). */
export const openidScopes = ['openid', 'profile', 'email', 'phone'] as const;
export type OpenidScope = (typeof openidScopes)[number];

/**
 * What a person does before a client learns who they are. `age`, `guardian`: as in the answer of a sign-in; `second-factor`: sign in
 * with one; `agreements`: sign those in force; `proof`: prove again who they are.
 */
export const openidOwed = ['age', 'guardian', 'second-factor', 'agreements', 'proof'] as const;
export type OpenidOwed = (typeof openidOwed)[number];
