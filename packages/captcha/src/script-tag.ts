/** The script-tag build: everything that the module exports, as the global object `RollcallCaptcha`. */
import * as captcha from './index.ts';

declare global {
  var RollcallCaptcha: typeof captcha;
}

globalThis.RollcallCaptcha = captcha;
