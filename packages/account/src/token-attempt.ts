import type { Auth } from './auth.ts';
import { isError } from './errors.ts';
import type { UsableTokens } from './token-machine.ts';

/** Sends with the access token, and once more with a new one where the server says that it is invalid. */
export const withToken = async <T>(
  { tokens }: Auth,
  send: (held: UsableTokens) => Promise<T>,
): Promise<T> => {
  const held = await tokens.present();
  try {
    return await send(held);
  } catch (error) {
    if (!isError(error, 'TokenInvalid')) throw error;
    return send(await tokens.present(held.access));
  }
};
