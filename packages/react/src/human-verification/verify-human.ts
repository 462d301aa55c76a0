/** Shows one human verification. */
import { type Auth, AuthError } from '@rollcall/account';
import type { CaptchaError, Verified, VerifyOptions } from '@rollcall/captcha';

// loaded when a challenge is needed: no page waits for it
const load = () =>
  import('@rollcall/captcha').catch((thrown: unknown) => {
    throw new AuthError('RequestError', 'The human verification could not be loaded.', { body: thrown });
  });

/**
 * Shows the challenge that the server asks for, if any, and gives the ticket for the guarded call. Rejects with
 * an AuthError: CaptchaClosed, CaptchaFailed and others (specification, section 8).
 */
export const verifyHuman = async (
  { params }: Auth,
  request: Pick<VerifyOptions, 'identity' | 'scene' | 'language' | 'signal'>,
  device: (() => () => Promise<string>) | undefined,
): Promise<Verified> => {
  const { verify } = await load();
  return verify({ ...params, ...request, deviceId: device?.() }).catch((error: CaptchaError) => {
    // A vendor that can't be reached has refused nobody. Not all of them say it, and behind a portal the browser believes that it is online.
    if (error.unanswered || (error.name !== 'CaptchaClosed' && !navigator.onLine))
      throw new AuthError('RequestError', error.message, { body: error.body });
    throw new AuthError(error.name, error.message, error);
  });
};
