/** One human verification, as the components ask for it. */
import { type Auth, AuthError } from '@rollcall/account';
import type { CaptchaError, Verified, VerifyOptions } from '@rollcall/captcha';

// loaded when somebody is asked, which is seldom: no page waits for it
const load = () =>
  import('@rollcall/captcha').catch((thrown: unknown) => {
    throw new AuthError('RequestError', 'The human verification could not be loaded.', { body: thrown });
  });

/**
 * Shows the challenge that the server wants, if any, and gives the ticket for the guarded call. Rejects with the
 * challenge's own end as an AuthError: CaptchaClosed, CaptchaFailed and the others (specification, section 8).
 */
export const verifyHuman = async (
  { params }: Auth,
  asked: Pick<VerifyOptions, 'identity' | 'scene' | 'language' | 'signal'>,
  device: (() => () => Promise<string>) | undefined,
): Promise<Verified> => {
  const { verify } = await load();
  return verify({ ...params, ...asked, deviceId: device?.() }).catch((error: CaptchaError) => {
    throw new AuthError(error.name, error.message, error);
  });
};
