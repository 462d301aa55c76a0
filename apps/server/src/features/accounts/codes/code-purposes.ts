/** The purposes of codes: the conditions under which each is sent. */
import type { Purpose } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { findAccount, phoneOf } from '../../../identity/identifiers.ts';
import type { TicketSubjects, Tickets } from '../../../identity/tickets.ts';
import type { Caller } from '../../../http/handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { CodeMac } from './codes.ts';
import { accountOfIdentity } from '../../../identity/identities.ts';
import { checkBindable, checkOwnPhone, type NumberCheckContext, spendCheck } from './number-checks.ts';
import { checkUnregistered, findRegistered } from '../../../identity/registered.ts';
import type { EmailLinks } from './email-links.ts';

/** A third-party sign-in that waits for a phone number. */
export interface PendingSignIn {
  readonly ticket: string;
  readonly subject: TicketSubjects['oauth'];
}

export interface CodeRequest {
  /** The recipient. */
  readonly identifier: Identifier;
  readonly caller: Caller | undefined;
  /** The number that the account has now; given for the purpose `change`. */
  readonly oldPhone: string | undefined;
  /** Given for the purpose `oauth`. */
  readonly pending: PendingSignIn | undefined;
}

export interface PurposeRule {
  /** Set where the code changes how the caller signs in: the caller needs a fresh proof already to have it sent. */
  readonly needsProof?: true;
  /** Checks the conditions of sending. @throws their refusals. */
  readonly check?: (request: CodeRequest) => Promise<void>;
  /**
   * Whether the recipient gets a message that it has no account, instead of a code. The answer to the call must not
   * show which recipients have an account.
   * @default no
   */
  readonly withoutAccount?: (request: CodeRequest) => Promise<boolean>;
  /**
   * Makes a link beside the code, and the digits that are shown where the message was asked for; in the transaction in which the message
   * is counted. @default none
   */
  readonly link?: (
    request: CodeRequest,
    db: Kysely<Database>,
    code: CodeMac,
  ) => Promise<{ readonly path: string; readonly digits: string } | undefined>;
  /** Stores what the call that takes the code will need; runs once the code was sent. */
  readonly afterSending?: (request: CodeRequest) => Promise<void>;
}

/** @throws the refusal TokenInvalid without a caller. */
export const callerOf = ({ caller }: Pick<CodeRequest, 'caller'>): Caller => {
  if (!caller) throw refuse('TokenInvalid');
  return caller;
};

const accountIdOf = (request: CodeRequest): string => callerOf(request).accountId;

const pendingOf = ({ pending }: CodeRequest): PendingSignIn => {
  if (!pending) throw refuse('IllegalOauthTicket');
  return pending;
};

export interface PurposeContext extends NumberCheckContext {
  readonly emailLinks: EmailLinks;
  readonly tickets: Tickets;
}

/** The rule of each purpose. */
export const createPurposeRules = (context: PurposeContext): Readonly<Record<Purpose, PurposeRule>> => {
  const { app, emailLinks, tickets } = context;
  const { db } = app;
  const unregistered: PurposeRule = { check: ({ identifier }) => checkUnregistered(db, identifier) };
  const registered: PurposeRule = {
    check: async ({ identifier }) => {
      if (identifier.kind === 'phone') await findRegistered(db, identifier);
    },
    withoutAccount: async ({ identifier }) =>
      identifier.kind === 'email' && (await findAccount(db, identifier)) === undefined,
  };

  return {
    register: unregistered,
    email: unregistered,
    login: registered,
    reset: registered,
    silence: {},
    common: {},
    // Also to numbers without pupils: the answer must not tell whose number it is.
    guardian: {},
    // Sent by a call of its own, to the caller's own number.
    proof: {},
    bind: {
      needsProof: true,
      check: request =>
        request.identifier.kind === 'email'
          ? checkUnregistered(db, request.identifier)
          : checkBindable(db, accountIdOf(request), request.identifier),
      link: async (request, trx, code) =>
        request.identifier.kind === 'email'
          ? emailLinks.create(trx, callerOf(request), { email: request.identifier.value, code })
          : undefined,
    },
    update: {
      check: async request => {
        await spendCheck(context, accountIdOf(request));
        await checkOwnPhone(db, accountIdOf(request), request.identifier.value);
      },
    },

    change: {
      needsProof: true,
      check: async request => {
        const accountId = accountIdOf(request);
        await spendCheck(context, accountId);
        if ((await phoneOf(db, accountId)) !== request.oldPhone) throw refuse('WrongOldPhone');
        const found = await findAccount(db, request.identifier);
        if (found) throw refuse(found.id === accountId ? 'PhoneBound' : 'PhoneBoundByOther');
      },
      // A code that another account requested must not prove this account's old number.
      afterSending: async request => {
        const { oldPhone: from = '', identifier } = request;
        await tickets.remember('change', accountIdOf(request), { from, to: identifier.value });
      },
    },

    oauth: {
      check: async request => {
        const { subject } = pendingOf(request);
        if (await accountOfIdentity(db, subject.identity)) throw refuse('ThirdPartyBound');
      },
      afterSending: async request => {
        const { ticket, subject } = pendingOf(request);
        const record = { ...subject, phone: request.identifier.value };
        if (!(await tickets.rewrite('oauth', ticket, record))) throw refuse('IllegalOauthTicket');
      },
    },
  };
};
