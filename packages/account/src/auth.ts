import { convertTokens, refreshTokens } from '@rollcall/contract';
import { cookieStorage } from './cookie-storage.ts';
import { AuthError } from './errors.ts';
import { browser, type Outside } from './outside.ts';
import { checkParams, type InitParams } from './params.ts';
import { request } from './request.ts';
import { type TokenMachine, tokenMachine } from './token-machine.ts';

/** One initialised client. Make it by `init`, hand it to the calls. */
export interface Auth {
  readonly params: InitParams;
  /**
   * Calls `listener` after every sign-in and sign-out, in this tab and in others, also when tokens have expired; not
   * after a refresh. `true` may come twice in a row: then somebody, perhaps somebody else, signed in anew.
   * Returns what ends it.
   */
  onChange(listener: (signedIn: boolean) => void): () => void;
  /** Whether tokens are held, access or refresh. Only the server knows whether they are still good. */
  signedIn(): boolean;
  /** For the calls of this library. */
  readonly tokens: TokenMachine;
  /** For the calls of this library. */
  readonly outside: Outside;
}

let instance: Auth | undefined;

/**
 * Makes the client and keeps it for `getAuth`. A second `init` replaces the first.
 *
 * @param environment replaces what the browser gives, for tests and servers
 * @throws AuthError InitFailed (42) where pid, appid, product_code or platform is missing or of a wrong type
 */
export const init = (params: InitParams, environment?: Partial<Outside>): Auth => {
  checkParams(params);
  const outside: Outside = { ...browser(), ...environment };
  const tokens = tokenMachine(
    outside.storage ?? cookieStorage(outside, params),
    outside,
    `rollcall.${params.env ?? 'prod'}`,
    refresh_token => request(auth, refresh_token ? refreshTokens : convertTokens, { refresh_token }),
  );
  const auth: Auth = { params, outside, tokens, onChange: tokens.onChange, signedIn: tokens.signedIn };
  instance = auth;
  return auth;
};

/** The client of the last `init`. Throws AuthError NotInitialised (41) before it (specification, section 4). */
export const getAuth = (): Auth => {
  if (!instance) {
    throw new AuthError('NotInitialised', 'Please run init correctly before getting the auth instance.');
  }
  return instance;
};
