/** Operators' calls about their own second factors, and an admin's reset of another operator's. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { pageOf } from '../../identity/second-factor/relying-party.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers, SignedInOperator } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';
import { endLinks } from './one-time-links.ts';
import { sessionBinding } from './proof.ts';

type OwnFactorCall =
  | 'getOwnSecondFactors'
  | 'startOperatorTotp'
  | 'addOperatorTotp'
  | 'removeOperatorTotp'
  | 'startOperatorPasskey'
  | 'addOperatorPasskey'
  | 'removeOperatorPasskey'
  | 'renewOperatorRecoveryCodes'
  | 'resetOperatorSecondFactor';

const ownerOf = ({ id }: Pick<SignedInOperator, 'id'>) => ({ kind: 'operator', id }) as const;

export const ownSecondFactorHandlers = ({
  db,
  now,
  sessions,
  secondFactors,
  secondFactorRequired,
  site,
}: ConsoleContext): ConsoleHandlers<OwnFactorCall> => {
  /** Other sessions were begun without the first factor, perhaps by a thief. */
  const endOthers = async (trx: Kysely<Database>, operator: SignedInOperator, turnedOn: boolean) => {
    if (turnedOn) await sessions.end(trx, operator.id, { but: operator.sessionId });
  };

  return {
    getOwnSecondFactors: async ({ operator, header }) => ({
      required: secondFactorRequired,
      ...(await secondFactors.state(ownerOf(operator), pageOf({ header }))),
    }),

    startOperatorTotp: ({ operator }) =>
      secondFactors.startTotp(ownerOf(operator), sessionBinding(operator), {
        issuer: site,
        label: operator.name,
      }),

    addOperatorTotp: async ({ body, operator, audit }) => ({
      recovery_codes: await secondFactors.addTotp(
        ownerOf(operator),
        { ...body, binding: sessionBinding(operator) },
        async (trx, { turnedOn }) => {
          await endOthers(trx, operator, turnedOn);
          await audit(trx, { subject: operator.id });
        },
      ),
    }),

    removeOperatorTotp: ({ operator, audit }) =>
      transaction(db, async trx => {
        await secondFactors.remove(trx, ownerOf(operator), 'totp', secondFactorRequired);
        await audit(trx, { subject: operator.id });
        return {};
      }),

    startOperatorPasskey: ({ operator, header }) =>
      secondFactors.startPasskey(
        ownerOf(operator),
        { binding: sessionBinding(operator), page: pageOf({ header }) },
        operator.name,
      ),

    addOperatorPasskey: async ({ body, operator, header, audit }) => ({
      recovery_codes: await secondFactors.addPasskey(
        ownerOf(operator),
        { binding: sessionBinding(operator), page: pageOf({ header }) },
        body,
        async (trx, { turnedOn }) => {
          await endOthers(trx, operator, turnedOn);
          await audit(trx, { subject: operator.id, after: { name: body.name } });
        },
      ),
    }),

    removeOperatorPasskey: ({ body, operator, audit }) =>
      transaction(db, async trx => {
        await secondFactors.remove(trx, ownerOf(operator), { passkey: body.id }, secondFactorRequired);
        await audit(trx, { subject: operator.id });
        return {};
      }),

    renewOperatorRecoveryCodes: ({ operator, audit }) =>
      transaction(db, async trx => {
        const codes = await secondFactors.renewRecoveryCodes(trx, ownerOf(operator));
        await audit(trx, { subject: operator.id });
        return { recovery_codes: codes };
      }),

    resetOperatorSecondFactor: ({ body: { id }, operator, audit }) =>
      transaction(db, async trx => {
        if (id === operator.id)
          throw refuse('IllegalOperation', {
            message: 'Remove your own second factors on your account page.',
          });
        const found = await trx
          .selectFrom('operators')
          .select(['id', 'name'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!found) throw refuse('NotFound');
        const had = await secondFactors.clear(trx, ownerOf(found));
        await trx
          .updateTable('operators')
          .set({ renewed_at: new Date(now()) })
          .where('id', '=', id)
          .execute();
        await sessions.end(trx, id);
        // A thief of the account may have made links, or received one.
        await endLinks(trx, id);
        await audit(trx, { subject: id, before: { second_factor: had }, after: { second_factor: false } });
        return {};
      }),
  };
};
