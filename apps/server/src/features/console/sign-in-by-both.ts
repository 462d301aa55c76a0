/**
 * An operator's sign-in by password and second factor together. Wrong passwords of others, which delay every browser that has not
 * signed in before, do not delay it: it tells nobody whether a password is right, and codes beside a right one have the factor's
 * own limit.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BodyOf, SecondFactorProof } from '@rollcall/contract';
import type { ConsoleCalls, Operator } from '@rollcall/contract/console';
import { pageOf } from '../../identity/second-factor/relying-party.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { ConsoleInput } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';
import { normalisePassword } from './operator-names.ts';
import { provedFacts } from './second-step.ts';

/** Refusals are answered at multiples of so many milliseconds: else the time of the second judgement would tell of the first. */
const ANSWERS_EVERY = 250;

interface Found {
  readonly id: string;
  readonly password_hash: string;
  readonly disabled_at: Date | null;
}

type Input = Pick<ConsoleInput, 'ip' | 'userAgent' | 'header' | 'audit' | 'setSession'> & {
  readonly body: Pick<BodyOf<ConsoleCalls['signInOperator']>, 'password'>;
};

/**
 * @param found the operator of the name; undefined: there is none
 * @throws the refusal WrongCredentials, whatever was wrong
 */
export const signInByBoth = async (
  { db, passwords, sessions, secondFactors }: ConsoleContext,
  found: Found | undefined,
  proof: SecondFactorProof,
  input: Input,
): Promise<Operator> => {
  const { body, ip, userAgent, audit, setSession } = input;
  const begun = performance.now();
  const enter = async () => {
    const check = await passwords.check(found?.password_hash, normalisePassword(body.password), ip);
    if (!found || check === 'wrong' || found.disabled_at) return undefined;
    const owner = { kind: 'operator', id: found.id } as const;
    if (!(await secondFactors.has(db, owner))) return undefined;
    const place = { binding: 'sign-in by both', page: pageOf(input) };
    return secondFactors.prove(owner, proof, place, async (trx, proved) => {
      // The operator may have been disabled, or the password changed, during the comparison.
      const operator = await trx
        .selectFrom('operators')
        .select(['id', 'name', 'role'])
        .where('id', '=', found.id)
        .where('password_hash', '=', found.password_hash)
        .where('disabled_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!operator) throw refuse('WrongCredentials');
      const session = await sessions.begin(trx, operator.id, { ip, userAgent });
      await audit(trx, { by: operator, subject: operator.id, after: provedFacts(proved) });
      return { operator, session };
    });
  };
  const entered = await enter().catch((error: unknown) => {
    // Those of the factor are given after a right password alone.
    if (error instanceof Refusal && error.refusal !== 'TooBusy') return undefined;
    throw error;
  });
  if (!entered) {
    await pause(ANSWERS_EVERY - ((performance.now() - begun) % ANSWERS_EVERY));
    throw refuse('WrongCredentials');
  }
  setSession(entered.session);
  const { id, name, role } = entered.operator;
  return { id, name, role };
};
