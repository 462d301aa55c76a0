import type { Auth } from './client.ts';
import { isError } from './errors.ts';
import type { UsableTokens } from './token-machine.ts';

/** Calls `send` with the access token, and once more with a new one if the server refuses the first (TokenInvalid). */
export const withToken = async <T>(
  { tokens }: Auth,
  send: (held: UsableTokens) => Promise<T>,
): Promise<T> => {
  const held = await tokens.obtain();
  try {
    return await send(held);
  } catch (error) {
    if (!isError(error, 'TokenInvalid')) throw error;
    return send(await tokens.obtain(held.access));
  }
};
