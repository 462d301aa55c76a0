/** Human verification as the account calls see it: a ticket in two headers, or none where none is asked for. */
import { headers, type RefusalName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import type { Input } from '../http/handler.ts';
import { refuse } from '../platform/refusal.ts';
import type { Identifier } from '../platform/identifier.ts';
import type { Tickets, TicketSubjects } from './tickets.ts';

/** What is guarded: a purpose of sending (`register`, `login` ...) or `security`; for whom; at which pid. */
export interface Scene {
  readonly scene: string;
  readonly identifier: Identifier;
  readonly pid: string;
  /** The account that asks, where it is signed in. */
  readonly accountId?: string | undefined;
}

/** What a request shows, and where it comes from. */
export interface PresentedTicket {
  readonly ticket: string | undefined;
  readonly id: string | undefined;
  /** The caller's IP address. */
  readonly ip: string;
}

/**
 * verified: a challenge was passed. unasked: no challenge is needed. rule-required: a challenge is needed; the rule
 * names it. wrong: the ticket is forged, used, expired, or issued for something else.
 */
export type TicketVerdict = 'verified' | 'unasked' | 'rule-required' | 'wrong';

/** Where a password comes from. */
export interface PasswordSource {
  readonly ip: string;
  /** The id of a device from which wrong passwords came before. */
  readonly device?: string | undefined;
}

/** Decides when a human has to be verified, and whether a ticket proves it. */
export interface Verification {
  /** Judges a request of this scene, and uses up its ticket if that is valid for exactly this scene. */
  judge(presented: PresentedTicket, scene: Scene): Promise<TicketVerdict>;
  /**
   * Whether so many passwords from this IP address or device were wrong of late that a human has to be verified for the next.
   * @param identity whose password comes: the rule for it asks for a challenge then
   * @throws the refusal TooManyAttempts, where the browser or its network named too many identities since
   */
  suspects(source: PasswordSource, identity: Identifier): Promise<boolean>;
  /** Counts a wrong password by IP address and by device. */
  wrongPassword(source: PasswordSource): Promise<void>;
}

/** A human verification that was not passed: by whom, before which challenge, and the refusal's name. */
export interface RefusedVerification {
  readonly identifier: Identifier;
  /** `GEETEST`, `TENCENT` …; `ALTCHA`: the built-in challenge. */
  readonly rule: string;
  readonly refusal: RefusalName;
  readonly ip: string;
}
export type OnVerificationRefused = (refused: RefusedVerification) => void;

/** Uses up a ticket that is valid for exactly this scene. @returns what it says; undefined if it is not valid. */
export const readVerification = async (
  tickets: Tickets,
  ticket: string,
  id: string | undefined,
  { scene, identifier, pid }: Scene,
): Promise<TicketSubjects['verification'] | undefined> => {
  const found = await tickets.look('verification', ticket);
  if (found?.scene !== scene || found.identity !== identifier.value || found.pid !== pid) {
    return undefined;
  }
  if (found.captchaId !== null && found.captchaId !== id) return undefined;
  return tickets.consume(tickets.db, 'verification', ticket);
};

/** Without any watching of risk: `security` needs a ticket, every other scene only judges one that is given. */
export const createVerification = (tickets: Tickets): Verification => ({
  judge: async ({ ticket, id }, scene) => {
    if (!ticket) return scene.scene === 'security' ? 'rule-required' : 'unasked';
    return (await readVerification(tickets, ticket, id, scene)) ? 'verified' : 'wrong';
  },
  suspects: async () => false,
  wrongPassword: async () => {},
});

/**
 * Issues the ticket of a passed challenge, or of a request that needs none.
 * @param options.captchaId what X-Captcha-Id has to say with it; absent: nothing
 */
export const issueVerification = (
  tickets: Tickets,
  db: Kysely<Database>,
  { scene, identifier, pid }: Scene,
  { captchaId, device, unasked }: { captchaId?: string; device?: string; unasked?: true } = {},
): Promise<string> =>
  tickets.issue(db, 'verification', {
    scene,
    identity: identifier.value,
    pid,
    captchaId: captchaId ?? null,
    ...(device === undefined ? {} : { device }),
    ...(unasked ? { unasked } : {}),
  });

/** Without a ticket, where one is needed: the browser asks for the rule and comes back. */
export const ruleRequired = () => refuse('InvalidTicket', { data: { rule_required: true } });

/**
 * Judges the ticket of a request's headers. A ticket is used up even if the call is refused later on: it was shown.
 * @returns whether a challenge was passed for this scene.
 * @throws the refusal InvalidTicket where a ticket is asked for and absent (with `rule_required`), or given and wrong.
 */
export type Verify = (input: Pick<Input, 'header' | 'ip'>, scene: Scene) => Promise<boolean>;

export const createVerify =
  (verification: Verification): Verify =>
  async ({ header, ip }, scene) => {
    const presented = { ticket: header(headers.captchaTicket), id: header(headers.captchaId), ip };
    const verdict = await verification.judge(presented, scene);
    if (verdict === 'wrong') throw refuse('InvalidTicket');
    if (verdict === 'rule-required') throw ruleRequired();
    return verdict === 'verified';
  };
