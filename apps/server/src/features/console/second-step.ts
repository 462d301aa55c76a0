/** The second step of an operator's sign-in: the password was right, and a second factor is missing. */
import { createHash } from 'node:crypto';
import type { Operator } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import { methodsOf } from '../../identity/second-factor/factor-state.ts';
import { pageOf, stepBinding } from '../../identity/second-factor/relying-party.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers, ConsoleInput } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';

type SecondStepCall = 'challengeOperatorSignIn' | 'finishOperatorSignIn';

/** Identifies the password that was right, to compare it later. */
const passwordDigest = (hash: string): string => createHash('sha256').update(hash).digest('base64url');

type Stepping = Pick<ConsoleContext, 'tickets' | 'secondFactors'>;

/**
 * Begins the second step after the right password, where the operator has a second factor.
 * @param db the transaction that verified the password
 * @returns the refusal SecondFactorRequired with the step's ticket, for the caller to throw after the commit; undefined
 * if there is no second factor
 */
export const beginSecondStep = async (
  { tickets, secondFactors }: Stepping,
  db: Kysely<Database>,
  operator: { readonly id: string; readonly password_hash: string },
) => {
  const owner = { kind: 'operator', id: operator.id } as const;
  if (!(await secondFactors.has(db, owner))) return undefined;
  const subject = { operatorId: operator.id, password: passwordDigest(operator.password_hash) };
  return tickets.issue(db, 'operator-second-step', subject);
};

/** The refusal that asks for the second step. @throws always */
export const askSecondStep = async (
  { secondFactors }: Stepping,
  operatorId: string,
  ticket: string,
  input: Pick<ConsoleInput, 'header'>,
): Promise<never> => {
  const state = await secondFactors.state({ kind: 'operator', id: operatorId }, pageOf(input));
  const methods = methodsOf(state).filter(method => method !== 'passkey' || state.passkeys_available);
  throw refuse('SecondFactorRequired', { data: { ticket, methods } });
};

export const secondStepHandlers = (context: ConsoleContext): ConsoleHandlers<SecondStepCall> => {
  const { tickets, secondFactors, sessions } = context;

  /** The active operator whose password was right. @throws the refusal WrongTicket */
  const operatorOf = async (ticket: string) => {
    const step = await tickets.look('operator-second-step', ticket);
    if (!step) throw refuse('WrongTicket');
    return { owner: { kind: 'operator', id: step.operatorId } as const, step };
  };

  return {
    challengeOperatorSignIn: async ({ body: { ticket }, header }) => {
      const { owner } = await operatorOf(ticket);
      return secondFactors.challenge(owner, { binding: stepBinding(ticket), page: pageOf({ header }) });
    },

    finishOperatorSignIn: async input => {
      const { body, ip, userAgent, audit, concerns, setSession } = input;
      const { owner, step } = await operatorOf(body.ticket);
      concerns(owner.id);
      const place = { binding: stepBinding(body.ticket), page: pageOf(input) };
      const entered = await secondFactors.prove(owner, body.proof, place, async (trx, proved) => {
        if (!(await tickets.consume(trx, 'operator-second-step', body.ticket))) throw refuse('WrongTicket');
        const operator = await trx
          .selectFrom('operators')
          .select(['id', 'name', 'role', 'password_hash'])
          .where('id', '=', owner.id)
          .where('disabled_at', 'is', null)
          .executeTakeFirst();
        // The password may have been changed since, because a thief knew it.
        if (!operator || passwordDigest(operator.password_hash) !== step.password)
          throw refuse('WrongTicket');
        const session = await sessions.begin(trx, operator.id, { ip, userAgent });
        await audit(trx, { by: operator, subject: operator.id, after: provedFacts(proved) });
        return { operator, session };
      });
      setSession(entered.session);
      const { id, name, role } = entered.operator;
      return { id, name, role } satisfies Operator;
    },
  };
};

/** What the audit log says of a proof. */
export const provedFacts = (proved: {
  readonly method: string;
  readonly recoveryCodesLeft: number;
}): Record<string, unknown> => ({
  by: proved.method,
  ...(proved.method === 'recovery_code' ? { recovery_codes_left: proved.recoveryCodesLeft } : {}),
});
