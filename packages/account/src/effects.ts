/** What a call's answer does to the tokens. */
import { isError } from './errors.ts';
import type { TokenMachine } from './token-machine.ts';

/**
 * @param answer the call's answer on its way
 * @param act the number that the call got when it was made: the later act wins, whatever the order of the answers
 * @param sent the refresh token that was held when the call was sent
 */
export type Effect = (
  answer: Promise<unknown>,
  tokens: TokenMachine,
  act: number,
  sent: string | undefined,
) => Promise<unknown>;

/** Keeps the tokens of the answer; NoToken where a later sign-in or sign-out has been answered already. */
export const signsIn: Effect = async (answer, { locked, acts, keep, noToken }, act) => {
  const data = await answer;
  await locked('write', () => {
    if (act < acts.applied) throw noToken();
    const signed = data as { auth?: { token?: unknown } } | undefined;
    acts.applied = act;
    keep(signed?.auth?.token ?? signed);
  });
  return data;
};

/** Keeps the tokens of an answer that may carry some: a voice code's (section 4). */
export const maySignIn: Effect = async (answer, tokens, act, sent) => {
  const data = await answer;
  const { auth } = (data ?? {}) as { auth?: unknown };
  return auth ? signsIn(answer, tokens, act, sent) : data;
};

/** Clears the tokens after the session has ended, or was found to have ended. */
export const signsOut: Effect = async (answer, tokens, act, sent) => {
  const { locked, acts, clear, read, exchange, signedIn } = tokens;
  const end = async () => {
    const cleared = await locked('write', () => {
      if (read().refresh !== sent) return false;
      acts.applied = Math.max(acts.applied, act);
      clear();
      return true;
    });
    if (cleared) return;
    // Other tokens are there now: the successor of those sent, or another sign-in's. The server knows which.
    await locked('refresh', async () => {
      const { refresh } = read();
      if (refresh) await exchange(refresh);
    }).catch(error => {
      if (signedIn()) throw error;
    });
  };
  let data: unknown;
  try {
    data = await answer;
  } catch (error) {
    if (isError(error, 'RefreshTokenInvalid')) await end();
    throw error;
  }
  await end();
  return data;
};
