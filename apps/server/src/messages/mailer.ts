/** Mails to operators, by the first sender that takes them. */
import type { Logger } from 'pino';
import type { Mail, Sender } from './messages.ts';

/** @returns whether a sender took it */
export type SendMail = (to: string, mail: Mail) => Promise<boolean>;

/** @returns undefined where no sender sends mails to operators */
export const createMailer = (senders: readonly Sender[], log: Pick<Logger, 'warn'>): SendMail | undefined => {
  const able = senders.filter(({ mail }) => mail !== undefined);
  if (able.length === 0) return undefined;
  return async (to, given) => {
    for (const { name, mail } of able) {
      try {
        await mail?.(to, given);
        return true;
      } catch (error) {
        log.warn({ err: error, sender: name }, 'a mail to an operator was not sent');
      }
    }
    return false;
  };
};
