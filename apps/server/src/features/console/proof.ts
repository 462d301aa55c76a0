/** Fresh proof: calls that do much harm need an operator who proved in the last minutes who they are. */
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import { methodsOf } from '../../identity/second-factor/factor-state.ts';
import { pageOf } from '../../identity/second-factor/relying-party.ts';
import type { ConsoleHandlers, SignedInOperator } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';
import { normalisePassword } from './operator-names.ts';
import { provedFacts } from './second-step.ts';

type ProofCall = 'challengeOperator' | 'proveOperator';

/** Milliseconds for which a proof is fresh. */
const FRESH = 5 * 60_000;

/** @throws the refusal ProofRequired if the last proof is older than five minutes, or in the future after a change of the clock */
export const requireFreshProof = (operator: Pick<SignedInOperator, 'provedAt'>, at: number): void => {
  if (Math.abs(at - operator.provedAt) > FRESH) throw refuse('ProofRequired');
};

/** Names the session that a challenge or a setup belongs to. */
export const sessionBinding = ({ sessionId }: Pick<SignedInOperator, 'sessionId'>): string =>
  `console session ${sessionId}`;

export const proofHandlers = (context: ConsoleContext): ConsoleHandlers<ProofCall> => {
  const { db, passwords, loginThrottle, sessions, secondFactors } = context;

  return {
    challengeOperator: async ({ operator, header }) => {
      const owner = { kind: 'operator', id: operator.id } as const;
      const page = pageOf({ header });
      const state = await secondFactors.state(owner, page);
      const usable = methodsOf(state).filter(method => method !== 'passkey' || state.passkeys_available);
      if (!operator.secondFactor) return { methods: ['password'], passkey: null };
      const passkey = usable.includes('passkey')
        ? await secondFactors.challenge(owner, { binding: sessionBinding(operator), page })
        : null;
      return { methods: usable, passkey };
    },

    proveOperator: async input => {
      const { operator, ip, audit, concerns } = input;
      const { proof } = input.body;
      const owner = { kind: 'operator', id: operator.id } as const;
      concerns(operator.id);
      if (proof.method !== 'password') {
        const place = { binding: sessionBinding(operator), page: pageOf(input) };
        await secondFactors.prove(owner, proof, place, async (trx, proved) => {
          await sessions.prove(trx, operator.sessionId);
          await audit(trx, { subject: operator.id, after: provedFacts(proved) });
        });
        return {};
      }
      // With a second factor the password proves too little: a thief of the session may know it.
      if (operator.secondFactor) throw refuse('IllegalOperation');
      const key = { kind: 'username', value: `OPERATOR PROOF ${operator.id}` } as const;
      const right = await loginThrottle.run({ identity: key }, async () => {
        const { password_hash: hash } = await db
          .selectFrom('operators')
          .select('password_hash')
          .where('id', '=', operator.id)
          .executeTakeFirstOrThrow();
        if ((await passwords.check(hash, normalisePassword(proof.password), ip)) === 'wrong')
          return undefined;
        return transaction(db, async trx => {
          await sessions.prove(trx, operator.sessionId);
          await audit(trx, { subject: operator.id, after: { by: 'password' } });
          return true;
        });
      });
      if (!right) throw refuse('WrongOldPassword', { data: { field: 'password' } });
      return {};
    },
  };
};
