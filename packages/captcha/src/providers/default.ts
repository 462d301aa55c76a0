import type { CaptchaRule, CaptchaTicket } from '@rollcall/contract';
import { incorrect } from '../errors.ts';

/**
 * DEFAULT, and every rule that is no known provider: nobody is asked (specification, section 4). In the core, because
 * most verifications are this one.
 *
 * @throws CaptchaError CaptchaFailed (53) 'incorrect captcha checking' where no ticket was supplied
 */
export const byDefault = ({ ticket, ...rule }: CaptchaRule): CaptchaTicket => {
  if (!ticket) throw incorrect(rule);
  return { ticket };
};
