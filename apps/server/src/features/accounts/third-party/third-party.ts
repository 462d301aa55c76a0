/** Sign-in with WeChat and QQ: sign in, finish with a phone, bind, unbind. */
import type { CallName, Calls, Provider } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { deriveKey, type Secret } from '../../../platform/derive-key.ts';
import { budgetName, spend } from '../../../platform/database/budgets.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Handlers, Input } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Identity } from '../../../identity/third-party-identity.ts';
import type { Authorisation, ThirdParties } from './vendors/third-parties.ts';
import { createAccount } from '../sign-in/creation.ts';
import { checkInForce, checkSignable, sign } from '../agreements/documents.ts';
import { findAccount } from '../../../identity/identifiers.ts';
import {
  accountOfIdentity,
  bindIdentity,
  enterByIdentity,
  lockPerson,
  unbindIdentities,
} from '../../../identity/identities.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { beginChange } from '../notices/take-back.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { Codes } from '../codes/codes.ts';
import { enterAccount, type EntranceContext, signedInAs } from '../sign-in/entrance.ts';

/** Accounts without a number that one identity opens in a day. It may be unbound and open the next, which costs nothing. */
const DAILY_ACCOUNTS = 3;
const DAY = 24 * 3600 * 1000;

/** @throws the refusal TooManyAttempts, with `retry_after` in seconds */
const spendAccount = async (
  db: Kysely<Database>,
  key: Buffer,
  identity: Identity,
  at: number,
): Promise<void> => {
  const { provider, appid, subject, unionid } = identity;
  // The same person in all apps of the site, where the vendor says so.
  const person = unionid === undefined ? `${appid} ${subject}` : `union ${unionid}`;
  const name = budgetName(key, 'opened', `${provider} ${person}`);
  const budget = { name, limit: DAILY_ACCOUNTS, windowMs: DAY };
  await spend(db, [budget], at, 'TooManyAttempts');
};

interface Entrance {
  readonly ids: readonly number[];
  readonly pid: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly client: Input['client'];
  readonly language: Input['language'];
  /** The account was created just now. */
  readonly created?: boolean;
  /** When the code was made that proves the number (ms). */
  readonly provedSince?: number;
}

interface Finish extends Omit<Entrance, 'pid'> {
  readonly ticket: string;
  /** Undefined: the account is a new one without a number. */
  readonly code: string | undefined;
}

export interface ThirdPartyContext extends EntranceContext {
  readonly checkPid: CheckPid;
  readonly codes: Codes;
  readonly thirdParties: ThirdParties;
  readonly secret: Secret;
}

export const thirdPartyHandlers = (context: ThirdPartyContext) => {
  const { app, checkPid, codes, thirdParties, tickets } = context;
  const budgetKey = deriveKey(context.secret, 'window counts');

  /** Starts the session and signs what was named, within the transaction `db`. */
  const enter = async (db: Kysely<Database>, accountId: string, method: Provider, entrance: Entrance) => {
    const session = await enterAccount(context, db, { ...entrance, accountId, method, proved: true });
    if (session.state === 'refused') throw refuse('AccountBlocked');
    return session;
  };

  const login = async (provider: Provider, authorisation: Authorisation, entrance: Entrance) => {
    const { ids, pid } = entrance;
    checkPid(pid);
    // Before the vendor is asked: a code is good once.
    await checkSignable(app.db, ids, pid, app.now());
    const identity = await thirdParties.identify(provider, authorisation);
    const session = await transaction(app.db, async db => {
      const accountId = await enterByIdentity(db, identity, app.now());
      if (accountId === undefined) return undefined;
      const started = await enter(db, accountId, provider, entrance);
      // The session holds the account's row now: a take-back that ran meanwhile may have unbound the identity.
      if ((await accountOfIdentity(db, identity))?.accountId !== accountId) throw refuse('PhoneRequired');
      return started;
    });
    if (session) return signedInAs(context, session, false);
    const ticket = await tickets.issue(app.db, 'oauth', { identity, pid });
    throw refuse('PhoneRequired', { data: { oauth_ticket: ticket } });
  };

  const finish = ({ ticket, code, ...entrance }: Finish) =>
    transaction(app.db, async db => {
      const subject = await tickets.consume(db, 'oauth', ticket);
      if (!subject) throw refuse('IllegalOauthTicket');
      const { identity, pid } = subject;
      // A number that was only named opens no account: it counts with its code alone.
      const phone = code === undefined ? undefined : subject.phone;
      // A binding and a take-back lock the person before the account too.
      await lockPerson(db, identity);
      const at = app.now();
      const identifier = phone === undefined ? undefined : ({ kind: 'phone', value: phone } as const);
      const provedSince =
        identifier && code !== undefined
          ? await codes.consume(db, 'oauth', identifier.value, code)
          : undefined;
      const found = identifier && (await findAccount(db, identifier));
      if (found?.blocked) throw refuse('AccountBlocked');
      if (!found) await checkInForce(db, entrance.ids, pid, at);
      if (!identifier) await spendAccount(db, budgetKey, identity, at);
      const { language } = entrance;
      const accountId =
        found?.id ?? (await createAccount(db, { pid, identifier, passwordHash: null, at, language }));
      const session = await enter(db, accountId, identity.provider, {
        ...entrance,
        pid,
        created: !found,
        ...(provedSince === undefined ? {} : { provedSince }),
      });
      // The session holds the account's row now: a change that ran meanwhile may have taken the number off the account.
      if (identifier && (await findAccount(db, identifier))?.id !== accountId)
        throw refuse('CaptchaMismatch');
      // A number alone does not bind anything to an account with a second factor.
      if (!found || session.state === 'begun') {
        await bindIdentity(db, identity, accountId, at);
        if (found) await notifyAccount(db, { accountId, kind: `${identity.provider}-bound`, language, at });
      }
      return { session, created: !found };
    });

  /** Binds to the caller's account, within the transaction `db`. */
  const bindTo = async (
    db: Kysely<Database>,
    identity: Identity,
    { caller, language }: Pick<Input<Calls['bindWechat']>, 'caller' | 'language'>,
  ) => {
    // A sign-in locks the person before the account too.
    await lockPerson(db, identity);
    await beginChange(db, { caller, kind: `${identity.provider}-bound`, language, at: app.now() });
    await bindIdentity(db, identity, caller.accountId, app.now());
  };

  const bind = async (
    provider: Provider,
    authorisation: Authorisation,
    { caller, language }: Pick<Input<Calls['bindWechat']>, 'caller' | 'language'>,
  ) => {
    const identity = await thirdParties.identify(provider, authorisation);
    await transaction(app.db, db => bindTo(db, identity, { caller, language }));
  };

  const unbind = async (
    provider: Provider,
    { caller, language }: Pick<Input<Calls['bindWechat']>, 'caller' | 'language'>,
  ) => {
    await transaction(app.db, async db => {
      await beginChange(db, { caller, kind: `${provider}-unbound`, language, at: app.now() });
      await unbindIdentities(db, provider, caller.accountId);
    });
    return {};
  };

  return {
    getThirdParties: async () => thirdParties.list(),

    loginByWechat: ({ body: { code, appid, pid, agreement_ids: ids }, ip, userAgent, client, language }) =>
      login('wechat', { code, appid }, { ids, pid, ip, userAgent, client, language }),

    loginByQq: ({ body, ip, userAgent, client, language }) => {
      const { code, appid, pid, agreement_ids: ids, redirect_uri: redirectUri } = body;
      return login('qq', { code, appid, redirectUri }, { ids, pid, ip, userAgent, client, language });
    },

    registerByThirdParty: async ({ body, ip, userAgent, client, language }) => {
      const { oauth_ticket: ticket, captcha: code, agreement_ids: ids } = body;
      const subject = await tickets.look('oauth', ticket);
      if (!subject) throw refuse('IllegalOauthTicket');
      // A code, and no number that it was sent to.
      if (code !== undefined && subject.phone === undefined) throw refuse('PhoneRequired');
      await checkSignable(app.db, ids, subject.pid, app.now());
      if (code !== undefined) await codes.check('oauth', subject.phone ?? '', code);
      const request = { ticket, code, ids, ip, userAgent, client, language };
      const { session, created } = await finish(request).catch((error: unknown) => {
        if (uniqueViolation(error) !== 'identifiers_value') throw error;
        // Another call registered the number at the same time: this transaction was rolled back, and now the account is found.
        return finish(request);
      });
      return signedInAs(context, session, created);
    },

    bindWechat: async ({ body: { code, appid }, caller, language }) => {
      // Before the vendor is asked: a code is good once, and the call is repeated with it.
      await requireFreshProof(app.db, caller, app.now());
      await bind('wechat', { code, appid }, { caller, language });
      return {};
    },

    prepareThirdPartyBinding: async ({ body, caller: { accountId } }) => {
      const { provider, code, appid, redirect_uri: redirectUri } = body;
      const { identity, name } = await thirdParties.identifyByName(provider, { code, appid, redirectUri });
      const owner = await accountOfIdentity(app.db, identity);
      if (owner && owner.accountId !== accountId) throw refuse('ThirdPartyBound');
      const ticket = await tickets.issue(app.db, 'binding', { identity, accountId });
      return { bind_ticket: ticket, nickname: name ?? null };
    },

    bindThirdParty: async ({ body: { bind_ticket: ticket }, caller, language }) => {
      const { db } = app;
      await transaction(db, async trx => {
        const subject = await tickets.consume(trx, 'binding', ticket);
        if (subject?.accountId !== caller.accountId) throw refuse('IllegalOauthTicket');
        await bindTo(trx, subject.identity, { caller, language });
      });
      return {};
    },

    unbindWechat: input => unbind('wechat', input),

    bindQq: async ({ body, caller, ip, language }) => {
      const { code, appid, redirect_uri: redirectUri, agreement_ids: ids } = body;
      const { accountId } = caller;
      await requireFreshProof(app.db, caller, app.now());
      const { pid } = await app.db
        .selectFrom('accounts')
        .select('pid')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      await checkSignable(app.db, ids, pid, app.now());
      await bind('qq', { code, appid, redirectUri }, { caller, language });
      await sign(app.db, context.minors, { accountId, ids, pid, at: app.now(), ip });
      return {};
    },

    unbindQq: input => unbind('qq', input),
  } satisfies Partial<Handlers<CallName>>;
};
