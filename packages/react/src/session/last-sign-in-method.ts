/** The method that was last used to sign in on this device. It says nothing about the account. */
import type { Auth } from '@rollcall/account';

export type SignInMethod = 'code' | 'email' | 'password' | 'wechat' | 'qq' | 'passkey';

const WAYS: readonly string[] = [
  'code',
  'email',
  'password',
  'wechat',
  'qq',
  'passkey',
] satisfies SignInMethod[];
const isWay = (text: string | null): text is SignInMethod => text !== null && WAYS.includes(text);

const KEY = 'rollcall.last_way';

/**
 * The last method; undefined where none is known or the browser allows no storage. Browser only.
 * @example const method = lastSignInMethod();
 * @see `docs/react.md`
 */
export function lastSignInMethod(): SignInMethod | undefined {
  try {
    const way = localStorage.getItem(KEY);
    return isWay(way) ? way : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the method. Browser only. */
export function forgetLastMethod(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // the browser allows no storage: nothing is remembered
  }
}

/**
 * Remembers the method that was just used. Browser only.
 *
 * @param auth with it nothing is remembered on a computer that several people use
 * @example rememberSignInMethod('password');
 * @see `docs/react.md`
 */
export function rememberSignInMethod(way: SignInMethod, auth?: Auth): void {
  if (auth?.params.sharedDevice?.()) return;
  try {
    localStorage.setItem(KEY, way);
  } catch {
    // the browser allows no storage: the method is a convenience
  }
}
