/** An attempt: one person before one challenge. It binds what the challenge gives to a scene, an identity and a pid. */
import type { Tickets, TicketSubjects } from '../../identity/tickets.ts';
import { refuse } from '../../platform/refusal.ts';

/** What an attempt says. */
export type AttemptSubject = TicketSubjects['attempt'];

export interface ChallengeAttempts {
  begin(subject: AttemptSubject): Promise<string>;
  /** @throws the refusal CaptchaRuleError where there is no such attempt of this rule and id. */
  look(
    attempt: string | undefined,
    rule: AttemptSubject['rule'],
    appid: string | null,
  ): Promise<AttemptSubject>;
  /** Of many that try concurrently one gets it. @throws as `look`. */
  take(
    attempt: string | undefined,
    rule: AttemptSubject['rule'],
    appid: string | null,
  ): Promise<AttemptSubject>;
  /** Says something new of an attempt that is still open. @throws the refusal CaptchaRuleError. */
  change(attempt: string, subject: AttemptSubject): Promise<void>;
}

export const createChallengeAttempts = (tickets: Tickets): ChallengeAttempts => {
  const look: ChallengeAttempts['look'] = async (attempt, rule, appid) => {
    const subject = attempt === undefined ? undefined : await tickets.look('attempt', attempt);
    if (subject?.rule !== rule || subject.appid !== appid) throw refuse('CaptchaRuleError');
    return subject;
  };
  return {
    begin: subject => tickets.issue(tickets.db, 'attempt', subject),
    look,
    take: async (attempt, rule, appid) => {
      await look(attempt, rule, appid);
      const subject = await tickets.consume(tickets.db, 'attempt', attempt ?? '');
      if (!subject) throw refuse('CaptchaRuleError');
      return subject;
    },
    change: async (attempt, subject) => {
      if (!(await tickets.rewrite('attempt', attempt, subject))) throw refuse('CaptchaRuleError');
    },
  };
};
