/** A person's calls about their own second factors. Each change needs a fresh proof and sends a message to the person. */
import type { CallName } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Caller, Handlers, Input } from '../../../http/handler.ts';
import type { WithFactor } from '../../../identity/second-factor/factor-changes.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import type { NoticeDetails } from '../../../messages/notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { markProved, requireFreshProof } from '../../../identity/fresh-proof.ts';
import { sessionGuesses } from '../sessions/session-guesses.ts';
import { pageOf } from '../../../identity/second-factor/relying-party.ts';
import { readSignInState } from '../notices/sign-in-state.ts';
import { beginChange } from '../notices/take-back.ts';
import type { AppContext } from '../../../http/context.ts';
import type { RequiredFactors } from './required-factors.ts';
import type { SecondFactorStore } from '../../../identity/second-factor/second-factors.ts';
import type { Sessions } from '../sessions/sessions.ts';

const ownerOf = ({ accountId }: Caller) => ({ kind: 'account', id: accountId }) as const;
const bindingOf = ({ sessionId }: Caller): string => `session ${sessionId}`;

type Changing = Pick<Input, 'language'> & { readonly caller: Caller };

export const secondFactorHandlers = (context: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly requiredFactors: RequiredFactors;
  readonly secondFactors: SecondFactorStore;
  readonly sessions: Sessions;
  /** The name of this installation in authenticator apps. */
  readonly site: string;
}) => {
  const { app, requiredFactors, secondFactors, sessions } = context;
  /** A change that the person proved themselves for. Its work calls `tell` with what it did, which can be taken back. */
  const changing = <T>(
    { caller, language }: Changing,
    work: (
      db: Kysely<Database>,
      tell: (kind: NoticeKind, details?: NoticeDetails) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T> =>
    transaction(app.db, async db => {
      const at = app.now();
      await requireFreshProof(db, caller, at);
      const before = await readSignInState(db, caller.accountId);
      return work(db, (kind, details = {}) =>
        beginChange(db, { caller, kind, language, at, before, details }),
      );
    });

  /**
   * Writes the message about a new factor in its transaction; it also says if the factor turns on two-step verification.
   */
  const added =
    (input: Changing, factor: 'totp' | 'passkey'): WithFactor =>
    async (db, { turnedOn }) => {
      const { caller, language } = input;
      const notice = turnedOn
        ? ({ kind: 'second-factor-on', details: { factor } } as const)
        : ({ kind: `${factor}-added` } as const);
      await beginChange(db, { caller, ...notice, language, at: app.now() });
      // Sessions that were begun without a second factor.
      if (turnedOn) await sessions.endOthers(db, caller, 'second-factor');
      await markProved(db, caller);
    };

  return {
    getSecondFactors: async ({ caller, header }) => ({
      required: await requiredFactors.ofAccount(app.db, caller.accountId),
      ...(await secondFactors.state(ownerOf(caller), pageOf({ header }))),
    }),

    setTwoStepVerification: input =>
      changing(input, async (db, tell) => {
        const { enabled } = input.body;
        if (!enabled && (await requiredFactors.ofAccount(db, input.caller.accountId)))
          throw refuse('IllegalOperation', { message: 'This site demands two-step verification.' });
        const { changed, codes } = await secondFactors.setEnabled(db, ownerOf(input.caller), enabled);
        if (!changed) return { recovery_codes: null };
        if (enabled) await sessions.endOthers(db, input.caller, 'second-factor');
        await tell(enabled ? 'second-factor-on' : 'second-factor-off');
        return { recovery_codes: codes };
      }),

    startTotp: async ({ caller }) => {
      await requireFreshProof(app.db, caller, app.now());
      const label = caller.profile.nickname;
      return secondFactors.startTotp(ownerOf(caller), bindingOf(caller), { issuer: context.site, label });
    },

    addTotp: async input => {
      const { body, caller } = input;
      await requireFreshProof(app.db, caller, app.now());
      const given = { ...body, binding: bindingOf(caller) };
      const work = added(input, 'totp');
      const guesses = sessionGuesses(app.db, caller);
      return { recovery_codes: await secondFactors.addTotp(ownerOf(caller), given, work, guesses) };
    },

    removeTotp: input =>
      changing(input, async (db, tell) => {
        const keepOne = await requiredFactors.ofAccount(db, input.caller.accountId);
        const { turnedOff } = await secondFactors.remove(db, ownerOf(input.caller), 'totp', keepOne);
        await (turnedOff ? tell('second-factor-off', { factor: 'totp' }) : tell('totp-removed'));
        return {};
      }),

    startPasskey: async ({ caller, header }) => {
      await requireFreshProof(app.db, caller, app.now());
      const place = { binding: bindingOf(caller), page: pageOf({ header }) };
      return secondFactors.startPasskey(ownerOf(caller), place, caller.profile.nickname);
    },

    addPasskey: async input => {
      const { body, caller } = input;
      await requireFreshProof(app.db, caller, app.now());
      const place = { binding: bindingOf(caller), page: pageOf(input) };
      const work = added(input, 'passkey');
      // A passkey for convenience does not make other devices ask for it.
      const asks = { asks: await requiredFactors.ofAccount(app.db, caller.accountId) };
      return { recovery_codes: await secondFactors.addPasskey(ownerOf(caller), place, body, work, asks) };
    },

    removePasskey: input =>
      changing(input, async (db, tell) => {
        const keepOne = await requiredFactors.ofAccount(db, input.caller.accountId);
        const which = { passkey: input.body.id };
        const { turnedOff } = await secondFactors.remove(db, ownerOf(input.caller), which, keepOne);
        await (turnedOff ? tell('second-factor-off', { factor: 'passkey' }) : tell('passkey-removed'));
        return {};
      }),

    renewRecoveryCodes: input =>
      changing(input, async (db, tell) => {
        const codes = await secondFactors.renewRecoveryCodes(db, ownerOf(input.caller));
        await tell('recovery-codes-made');
        return { recovery_codes: codes };
      }),
  } satisfies Partial<Handlers<CallName>>;
};
