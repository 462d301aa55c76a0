/** Loads `signing-in.ts`. The name joins it with what an app loads at the same time. */
export const loadSigningIn = () => import(/* webpackChunkName: "signing-in" */ './signing-in.ts');
