/** The script-tag build: everything that the module exports, as the global object `Rollcall`. */
import * as account from './index.ts';

declare global {
  var Rollcall: typeof account;
}

globalThis.Rollcall = account;
