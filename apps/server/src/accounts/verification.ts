/** Human verification as the account calls see it: a ticket in two headers, or none where none is asked for. */
import { headers } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { refuse } from '../refuse.ts';
import { readIdentity } from './identifiers.ts';
import type { Tickets } from './tickets.ts';

/** What is guarded: a purpose of sending (`register`, `login` ...) or `security`; for whom; at which pid. */
export interface Scene {
  readonly scene: string;
  /** A phone number, an e-mail address, or what was typed to sign in. */
  readonly identity: string;
  readonly pid: string;
}

/** The seam: who knows when a human has to be verified, and whether a ticket says so. */
export interface Verification {
  /** Whether a call of this scene is refused without a ticket. */
  asks(scene: Scene): Promise<boolean>;
  /** Whether the ticket is good for exactly this scene; it is used up by that. */
  check(ticket: string, id: string | undefined, scene: Scene): Promise<boolean>;
}

/** One spelling of an identity, whoever typed it where. */
const spelled = ({ identity, ...rest }: Scene): Scene => ({
  ...rest,
  identity: readIdentity(identity).value,
});

/** `security` asks always, every other scene only judges a ticket that is given. */
export const createVerification = (tickets: Tickets): Verification => ({
  asks: async ({ scene }) => scene === 'security',
  check: async (ticket, id, given) => {
    const wanted = spelled(given);
    const found = await tickets.look('verification', ticket);
    if (found?.scene !== wanted.scene || found.identity !== wanted.identity || found.pid !== wanted.pid) {
      return false;
    }
    if (found.captchaId !== null && found.captchaId !== id) return false;
    return (await tickets.consume(tickets.db, 'verification', ticket)) !== undefined;
  },
});

/**
 * Makes a ticket for whoever passed a challenge.
 * @param captchaId what X-Captcha-Id has to say with it; undefined: nothing
 */
export const issueVerification = (
  tickets: Tickets,
  db: Kysely<Database>,
  scene: Scene,
  captchaId?: string,
): Promise<string> => tickets.issue(db, 'verification', { ...spelled(scene), captchaId: captchaId ?? null });

/**
 * Judges the ticket of a request's headers. A ticket is used up even if the call is refused later on: it was shown.
 * @throws the refusal InvalidTicket where a ticket is asked for and absent, or given and wrong.
 */
export type Verify = (header: (name: string) => string | undefined, scene: Scene) => Promise<void>;

export const createVerify =
  (verification: Verification): Verify =>
  async (header, scene) => {
    const ticket = header(headers.captchaTicket);
    const good = ticket
      ? await verification.check(ticket, header(headers.captchaId), scene)
      : !(await verification.asks(scene));
    if (!good) throw refuse('InvalidTicket');
  };
