import type { BrowserEnvironment } from './browser-environment.ts';
import type { InitParams } from './params.ts';
import type { ChangeListener, TokenMachine } from './token-machine.ts';

/** An initialised client, made by `init`. Every call takes it as its first argument. */
export interface Auth {
  readonly params: InitParams;
  /**
   * Calls `listener` after every sign-in and sign-out, in this tab and in others, and when expired tokens are cleared;
   * not after a refresh. Two `true` in a row mean a new sign-in. The second argument is true when the tokens have become those
   * of another account than the page was drawn for: every call is then refused, until the page is loaded or drawn again
   * (`acceptPerson`).
   *
   * @returns a function that removes the listener
   */
  onChange(listener: ChangeListener): () => void;
  /** Whether an access token or a refresh token is stored. Only the server knows whether it is still valid. */
  signedIn(): boolean;
  /** Internal: used by the calls of this library. */
  readonly tokens: TokenMachine;
  /** Internal: used by the calls of this library. */
  readonly browser: BrowserEnvironment;
}
