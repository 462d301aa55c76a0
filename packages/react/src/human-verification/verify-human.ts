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
  const deviceId = device?.();
  // computed while the challenge's part comes
  void deviceId?.();
  const { verify } = await load();
  return verify({ ...params, ...request, deviceId }).catch((error: CaptchaError) => {
    // without a network each vendor fails in its own way
    const lost = !navigator.onLine && error.name !== 'CaptchaClosed';
    // a vendor that can't be reached has refused nobody; nor is our server down, which the page would ask
    if (lost || error.unanswered)
      throw new AuthError(lost ? 'RequestError' : 'CaptchaRuleError', error.message, { body: error.body });
    throw new AuthError(error.name, error.message, error);
  });
};
