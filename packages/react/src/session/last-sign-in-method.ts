/** The way that was last used to sign in on this device. Says nothing about who signed in. */
export type SignInMethod = 'code' | 'password' | 'wechat' | 'qq';

const WAYS: readonly string[] = ['code', 'password', 'wechat', 'qq'] satisfies SignInMethod[];
const isWay = (text: string | null): text is SignInMethod => text !== null && WAYS.includes(text);

const KEY = 'rollcall.last_way';

/** The last way used here, or undefined where none is known or storage is closed. Browser only. */
export function lastSignInMethod(): SignInMethod | undefined {
  try {
    const way = localStorage.getItem(KEY);
    return isWay(way) ? way : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the way that was just used. Browser only. */
export function rememberSignInMethod(way: SignInMethod): void {
  try {
    localStorage.setItem(KEY, way);
  } catch {
    // storage is closed (private window, full): the mark is a convenience
  }
}
