/** How a call's answer changes the stored tokens. */
import type { SignOut } from './browser-environment.ts';
import { isError } from './errors.ts';
import type { TokenMachine } from './token-machine.ts';

/**
 * @param answer the pending answer
 * @param act the call's number in `TokenMachine.acts`: the later call wins, in any order of the answers
 * @param sent the refresh token that was stored when the call was sent
 */
export type Effect = (
  answer: Promise<unknown>,
  tokens: TokenMachine,
  act: number,
  sent: string | undefined,
) => Promise<unknown>;

/** Stores the tokens of the answer. Rejects with NoToken if a later sign-in or sign-out has been applied already. */
export const signsIn: Effect = async (answer, tokens, act) => {
  const { withLock, acts, store, noToken } = tokens;
  const data = await answer;
  await withLock('write', () => {
    if (act < acts.applied) throw noToken();
    const signed = data as { auth?: { token?: unknown } } | undefined;
    acts.applied = act;
    // This page shows from now on the person who has signed in on it.
    tokens.person = undefined;
    store(signed?.auth?.token ?? signed);
    tokens.ensurePerson(tokens.read().access);
  });
  return data;
};

/**
 * Stores the tokens of an answer that may carry some: a voice code's (specification, section 4). They stand where a sign-in
 * has them, or are `data` itself.
 */
export const maySignIn: Effect = async (answer, tokens, act, sent) => {
  const data = await answer;
  const { auth, access } = (data ?? {}) as { auth?: unknown; access?: unknown };
  return auth || access ? signsIn(answer, tokens, act, sent) : data;
};

/** Clears the tokens once the session has ended, also if the server had ended it before. */
const clearing =
  (why?: SignOut): Effect =>
  async (answer, tokens, act, sent) => {
    const { withLock, acts, clear, read, exchange, signedIn } = tokens;
    const end = async () => {
      const cleared = await withLock('write', () => {
        if (read().refresh !== sent) return false;
        acts.applied = Math.max(acts.applied, act);
        tokens.person = undefined;
        clear(why);
        return true;
      });
      if (cleared) return;
      // The stored tokens are others by now, the successors of those sent or a new sign-in's: the exchange tells which.
      await withLock('refresh', async () => {
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

/** Of a call whose success ends the session, such as a change of the password. */
export const endsSession = clearing();
/** Of the person's own sign-out. */
export const signsOut = clearing('signed-out');
