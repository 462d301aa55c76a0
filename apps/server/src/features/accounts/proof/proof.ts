/** The calls by which a signed-in person proves again who they are. */
import type { CallName, Provider } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Caller, Handlers } from '../../../http/handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskEmail, maskPhone } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockSignInChanges, PROOF_LIFE, renewProof } from '../../../identity/fresh-proof.ts';
import { accountOfIdentity } from '../../../identity/identities.ts';
import { createWithOwnPassword, type OwnPasswordContext } from './own-password.ts';
import { proofWaysOf } from './proof-ways.ts';
import type { Authorisation, ThirdParties } from '../third-party/vendors/third-parties.ts';
import type { Codes } from '../codes/codes.ts';

const notAWay = () =>
  refuse('IllegalOperation', { message: 'This account does not prove who you are in this way.' });

export interface ProofContext extends OwnPasswordContext {
  readonly codes: Codes;
  readonly thirdParties: ThirdParties;
}

export const proofHandlers = (context: ProofContext) => {
  const { app, codes, thirdParties } = context;
  const withOwnPassword = createWithOwnPassword(context);

  /** The number or address that a code goes to. @throws the refusal IllegalOperation where it does not prove. */
  const recipientOf = async (db: Kysely<Database>, accountId: string, way: 'phone' | 'email') => {
    const found = (await proofWaysOf(db, accountId, app.now())).find(one => one.way === way);
    if (found?.recipient === undefined) throw notAWay();
    return found.recipient;
  };

  const proveByThirdParty = async (provider: Provider, authorisation: Authorisation, caller: Caller) => {
    const { accountId } = caller;
    const proves = async (db: Kysely<Database>) =>
      (await proofWaysOf(db, accountId, app.now())).some(({ way }) => way === provider);
    // Before the vendor is asked: a code is good once.
    if (!(await proves(app.db))) throw notAWay();
    const identity = await thirdParties.identify(provider, authorisation);
    return transaction(app.db, async db => {
      await lockSignInChanges(db, accountId);
      const found = await accountOfIdentity(db, identity);
      if (found?.accountId !== accountId || !(await proves(db))) throw notAWay();
      return { proved_until: await renewProof(db, caller, app.now()) };
    });
  };

  return {
    getProofWays: async ({ caller: { accountId, sessionId } }) => {
      const ways = await proofWaysOf(app.db, accountId, app.now());
      const session = await app.db
        .selectFrom('sessions')
        .select('proved_at')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      const provedAt = session?.proved_at?.getTime();
      const masked = { phone: maskPhone, email: maskEmail } as const;
      return {
        proved_until:
          provedAt !== undefined && Math.abs(app.now() - provedAt) < PROOF_LIFE
            ? provedAt + PROOF_LIFE
            : null,
        ways: ways.map(({ way, recipient }) => ({
          way,
          to: recipient !== undefined && (way === 'phone' || way === 'email') ? masked[way](recipient) : null,
        })),
      };
    },

    proveByPassword: async ({ body: { password }, caller, ip }) => {
      const until = await withOwnPassword({ caller, password, ip }, hash =>
        transaction(app.db, async db => {
          await lockSignInChanges(db, caller.accountId);
          const account = await db
            .selectFrom('accounts')
            .select(['password_hash', 'second_factor'])
            .where('id', '=', caller.accountId)
            .executeTakeFirstOrThrow();
          if (account.second_factor) throw notAWay();
          return account.password_hash === hash ? renewProof(db, caller, app.now()) : undefined;
        }),
      );
      if (until === undefined) throw refuse('WrongCredentials');
      return { proved_until: until };
    },

    sendProofCaptcha: async ({ body: { way }, caller, ip, language }) => {
      const recipient = await recipientOf(app.db, caller.accountId, way === 'voice' ? 'phone' : way);
      const channel = way === 'phone' ? 'sms' : way;
      return codes.send({ purpose: 'proof', recipient, channel, ip, of: 'accounts', language });
    },

    proveByCode: async ({ body: { way, captcha: code }, caller }) => {
      const recipient = await recipientOf(app.db, caller.accountId, way);
      await codes.check('proof', recipient, code);
      return transaction(app.db, async db => {
        await lockSignInChanges(db, caller.accountId);
        if ((await recipientOf(db, caller.accountId, way)) !== recipient) throw notAWay();
        await codes.consume(db, 'proof', recipient, code);
        return { proved_until: await renewProof(db, caller, app.now()) };
      });
    },

    proveByWechat: ({ body: { code, appid }, caller }) =>
      proveByThirdParty('wechat', { code, appid }, caller),

    proveByQq: ({ body: { code, appid, redirect_uri: redirectUri }, caller }) =>
      proveByThirdParty('qq', { code, appid, redirectUri }, caller),
  } satisfies Partial<Handlers<CallName>>;
};
