import type { TokenSet } from '@rollcall/contract';
import { refuse } from '../refuse.ts';

/**
 * Turns an older site's session into tokens. No older site can be configured yet, so no cookie is valid: the browser
 * library then clears its tokens and asks for a sign-in (section 4, step 3).
 * @throws the refusal CookieInvalid.
 */
export const convertSession = async (): Promise<TokenSet> => {
  throw refuse('CookieInvalid');
};
