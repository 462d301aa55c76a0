import { accountId, init, usageProof } from '@rollcall/account';
import { host, usage } from './report.js';

const auth = init({ pid: 'my-school', appid: 'web', product_code: 'my-school', platform: 'web', host });

/** The account's id and its proof, from the token that this browser holds, without a request. */
const setUser = () => usage.setUser(accountId(auth), usageProof(auth));
setUser();
// After a sign-in or a sign-out, here or in another tab.
auth.onChange(setUser);
// An expired token is refreshed first.
if (auth.signedIn()) auth.tokens.obtain().then(setUser, () => {});
