/** The handlers of every call whose row has `sends`: the row says what is sent, and one function sends it. */
import {
  type Call,
  type CallName,
  type Calls,
  calls,
  headers,
  type Purpose,
  type Sent,
  type SentCode,
} from '@rollcall/contract';
import type { Caller, Handler, Handlers, Input } from '../../../http/handler.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import { refuse } from '../../../platform/refusal.ts';
import { callerOf, createPurposeRules, type PendingSignIn, type PurposeContext } from './code-purposes.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { findAccount } from '../../../identity/identifiers.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { Codes } from './codes.ts';
import type { Verify } from '../../../identity/verification.ts';

/** The calls that send a code. */
type SendingCall = {
  [N in CallName]: Calls[N] extends { readonly sends: SentCode } ? N : never;
}[CallName];

interface SendInput extends Pick<Input, 'header' | 'ip' | 'language'> {
  readonly body: object;
  readonly caller: Caller | undefined;
  readonly identifier: Identifier;
}

/** A field of the body; undefined where the call has no such field. */
const textOf = (body: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : undefined;
};

const purposeOf = ({ purpose }: SentCode, body: object): Purpose => {
  if (typeof purpose === 'string') return purpose;
  const chosen = purpose.values[textOf(body, purpose.field) ?? ''];
  if (chosen === undefined) throw new Error(`The field ${purpose.field} names no purpose.`);
  return chosen;
};

export interface SendCodeContext extends PurposeContext {
  readonly checkPid: CheckPid;
  readonly codes: Codes;
  /** Browsers that signed in before. */
  readonly knownBrowsers: {
    find(header: string | undefined, accountId: string | undefined): string | undefined;
  };
  readonly verify: Verify;
  /** The URL of this server. */
  readonly issuer: string;
}

/**
 * Sends the code of a row: checks the proof that the purpose needs and the pid, verifies a human, checks the conditions of the purpose, and sends within
 * the recipient's budget.
 *
 * Throws the refusals ProofRequired, IllegalPid, IllegalOauthTicket, InvalidTicket, those of the purpose, CaptchaTooFrequent and
 * CaptchaLimitReached.
 */
const createSendCode = (context: SendCodeContext) => {
  const { app, checkPid, codes, knownBrowsers, tickets, verify } = context;
  const rules = createPurposeRules(context);

  const findPending = async (ticket: string | undefined): Promise<PendingSignIn> => {
    const subject = ticket === undefined ? undefined : await tickets.look('oauth', ticket);
    if (ticket === undefined || !subject) throw refuse('IllegalOauthTicket');
    return { ticket, subject };
  };

  const pidOf = ({ pid: source }: SentCode, { body, header }: SendInput): string => {
    if (source === 'header') return header(headers.pid) ?? '';
    const pid = textOf(body, 'pid') ?? '';
    checkPid(pid);
    return pid;
  };

  /** The same is asked for every recipient, whether there is an account. */
  const spenderOf = async ({ caller, header, identifier }: SendInput, verified: boolean) => {
    const account = await findAccount(app.db, identifier);
    const known = knownBrowsers.find(header('cookie'), account?.id) !== undefined;
    const own = account !== undefined && account.id === caller?.accountId;
    return account && (verified || known || own) ? 'accounts' : 'strangers';
  };

  return async (sends: SentCode, input: SendInput): Promise<Sent & { readonly link_digits?: string }> => {
    const { body, caller, identifier, language } = input;
    const purpose = purposeOf(sends, body);
    const pending = purpose === 'oauth' ? await findPending(textOf(body, 'oauth_ticket')) : undefined;
    const { needsProof, check, withoutAccount, link, afterSending } = rules[purpose];
    // Before the ticket of the human verification is used up.
    if (needsProof) await requireFreshProof(app.db, callerOf(input), app.now());
    const pid = pending ? pending.subject.pid : pidOf(sends, input);
    const verified = await verify(input, { scene: purpose, identifier, pid, accountId: caller?.accountId });
    const request = { identifier, caller, oldPhone: textOf(body, 'old_phone_number'), pending };
    await check?.(request);
    let digits: string | undefined;
    const sent = await codes.send({
      purpose,
      recipient: identifier.value,
      channel: sends.channel,
      ip: input.ip,
      of: await spenderOf(input, verified),
      language,
      withoutAccount: (await withoutAccount?.(request)) ?? false,
      ...(sends.channel === 'email' && link
        ? {
            link: async (db, code) => {
              const made = await link(request, db, code);
              digits = made?.digits;
              return made && context.issuer + made.path;
            },
          }
        : {}),
    });
    await afterSending?.(request);
    return digits === undefined ? sent : { ...sent, link_digits: digits };
  };
};

/** A handler for every row with `sends`. */
export const sendCodeHandlers = (context: SendCodeContext): Handlers<SendingCall> => {
  const send = createSendCode(context);
  const handlers = Object.entries<Call>(calls).flatMap(([name, { sends }]) => {
    const handler: Handler<Calls[SendingCall]> | undefined = sends && (input => send(sends, input));
    return handler ? [[name, handler] as const] : [];
  });
  // Each row with `sends` has its handler by the line above; the type can't follow.
  return Object.fromEntries(handlers) as Handlers<SendingCall>;
};
