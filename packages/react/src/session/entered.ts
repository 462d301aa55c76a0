/** What a sign-in says of the account. */
import type { SignedIn } from '@rollcall/contract';

/** `created`: the account is new. `requires`: what the person is asked first; absent: nothing. */
export type Entered = Pick<SignedIn['auth'], 'created' | 'requires'>;
