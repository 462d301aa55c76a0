/** Full names with middle dots: the server takes them, the specification's pattern does not. */
import { type Call, invalidMessage } from '@rollcall/contract';
import type { CallOptions, ClientMethod } from './call-types.ts';
import type { Auth } from './client.ts';
import { AuthError } from './errors.ts';

/** Keeps a call to the specification's pattern, unless `init` has `middleDot`. */
export const withoutMiddleDot =
  <C extends Call>(call: ClientMethod<C>): ClientMethod<C> =>
  async (auth: Auth, fields?: { readonly fullname?: unknown }, options?: CallOptions) => {
    const { fullname } = fields ?? {};
    if (!auth.params.middleDot && typeof fullname === 'string' && /[·•・]/u.test(fullname))
      throw new AuthError('InvalidFullname', invalidMessage('fullname', fullname));
    return (call as (...all: unknown[]) => unknown)(auth, fields, options);
  };
