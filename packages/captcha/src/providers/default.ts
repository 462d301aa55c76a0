import type { CaptchaRule, CaptchaTicket } from '@rollcall/contract';
import { incorrect } from '../errors.ts';

/**
 * DEFAULT, and every unknown rule: no challenge, the rule's own ticket counts (specification, section 4). Part of the
 * core, because most verifications take this path.
 *
 * @throws CaptchaError CaptchaFailed (53) 'incorrect captcha checking' if the rule has no ticket
 */
export const byDefault = ({ ticket, ...rule }: CaptchaRule): CaptchaTicket => {
  if (!ticket) throw incorrect(rule);
  return { ticket };
};
