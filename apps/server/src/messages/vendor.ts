/** What the senders over a network share: a call bounded in time, and errors that tell nothing of the message. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Refusal, refuse } from '../platform/refusal.ts';
import { withTimeout } from '../platform/timeout.ts';
import { ACCEPTED, type Trial } from '../platform/vendor-trial.ts';
import type { Channel, Mail, Message, Sender } from './messages.ts';
import type { Notice } from './notices.ts';

/**
 * A sender did not hand over a message. The error carries the sender's name and a code alone, since the clients' own
 * errors contain whole URLs and answers, with the number and the code in them.
 */
export class SenderError extends Error {
  override readonly name = 'SenderError';
  constructor(
    readonly sender: string,
    /** The vendor's code, an HTTP status, an error number of the network, or `timeout`. */
    readonly code: string,
    /** Whether the fault is that of this recipient or message, such as a number that cannot exist. */
    readonly ofRecipient = false,
    /** Whether the vendor itself said the code: otherwise it is the network's, a client's or a proxy's. */
    readonly answered = false,
  ) {
    super(`${sender}: ${code}`);
  }
}

/** A vendor's refusal by its code; its text describes the limit and is never passed on. */
export class VendorRefusal extends Error {
  constructor(
    readonly code: string,
    readonly words: string,
  ) {
    super(code);
  }
}

/**
 * An agent whose connections serve one message each: one that is kept may be closed by the other side at the moment
 * it is used again, and that message would fail.
 */
export const agentFor = (url: string): HttpAgent =>
  new (url.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: false });

/** A limit on one number, as a vendor counts it. */
export type VendorLimit = 'half-minute' | 'minute' | 'hour' | 'day';

/** Seconds after which the vendor's window has passed at the latest. */
const windows = { 'half-minute': 30, minute: 60, hour: 3600, day: 86_400 } as const satisfies Record<
  VendorLimit,
  number
>;

const limitRefusal = (limit: VendorLimit): Refusal =>
  refuse(limit === 'hour' || limit === 'day' ? 'CaptchaLimitReached' : 'CaptchaTooFrequent', {
    data: { retry_after: windows[limit] },
  });

export interface Vendor {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Hands the message over; `signal` aborts when the time is up. May throw anything. */
  call(message: Message, signal: AbortSignal): Promise<void>;
  /** Security messages, likewise; absent: the vendor sends none. */
  readonly notices?: {
    serves(notice: Pick<Notice, 'channel' | 'kind' | 'language'>): boolean;
    call(notice: Notice, signal: AbortSignal): Promise<void>;
  };
  /** Mails to operators, likewise. */
  readonly mail?: (to: string, mail: Mail, signal: AbortSignal) => Promise<void>;
  /** Asks whether the keys are accepted; absent: a message to a number that nobody can have is refused for the number alone. */
  readonly probe?: (signal: AbortSignal) => Promise<void>;
  /** Says which limit on one number a refusal is; undefined: none, so another vendor may be tried. */
  limitOf?(refusal: VendorRefusal): VendorLimit | undefined;
  /** The vendor's codes for faults of one recipient or message; all others are faults of the vendor or of the account. */
  readonly ofRecipient?: readonly string[];
}

/**
 * Makes the sender of a vendor.
 *
 * `send` throws the refusals CaptchaTooFrequent and CaptchaLimitReached, with `retry_after` in seconds, where the
 * vendor's limit on one number is reached, and SenderError for all else, also when the time is up.
 */
export const createVendorSender = (vendor: Vendor): Sender => {
  const { name, channels, timeoutMs, call, notices, mail, probe, limitOf, ofRecipient = [] } = vendor;
  const bounded = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    try {
      await withTimeout(timeoutMs, work, () => new SenderError(name, 'timeout'));
    } catch (error) {
      if (error instanceof SenderError) throw error;
      const limit = error instanceof VendorRefusal ? limitOf?.(error) : undefined;
      if (limit !== undefined) throw limitRefusal(limit);
      const reason = reasonOf(error);
      throw new SenderError(name, reason, ofRecipient.includes(reason), error instanceof VendorRefusal);
    }
  };
  return {
    name,
    channels,
    send: message => bounded(signal => call(message, signal)),
    probe: async channel => {
      try {
        await bounded(signal => (probe ? probe(signal) : call({ ...TO_NOBODY, channel }, signal)));
        return ACCEPTED;
      } catch (error) {
        return trialOf(error);
      }
    },
    ...(notices && {
      notices: {
        serves: notice => notices.serves(notice),
        send: notice => bounded(signal => notices.call(notice, signal)),
      },
    }),
    ...(mail && { mail: (to, given) => bounded(signal => mail(to, given, signal)) }),
  };
};

/** A message that a vendor can't send: no number begins so. */
const TO_NOBODY = { to: '10000000000', purpose: 'login', code: '000000', language: 'zh-CN' } as const;

/** What a vendor answers that is down or asked too much, whatever the keys. */
const BUSY =
  /^(?:Throttling|ServiceUnavailable|InternalError|RequestLimitExceeded|isp\.SYSTEM_ERROR$|NoCode$|NoSendStatus$|NoCallId$)/;
/** A mail server's final answer to a password; 4yz is for now. */
const WRONG_PASSWORD = /^EAUTH\b(?!.* 4\d\d$)/;

/** A limit on the number, or a fault of it, comes after the keys. */
const trialOf = (error: unknown): Trial => {
  if (error instanceof Refusal || (error instanceof SenderError && error.ofRecipient)) return ACCEPTED;
  if (!(error instanceof SenderError)) throw error;
  const { code, answered } = error;
  const refused = (answered && !BUSY.test(code)) || WRONG_PASSWORD.test(code);
  return { outcome: refused ? 'refused' : 'unavailable', code };
};

/** A short code of an error that a client threw, without its text. */
const reasonOf = (error: unknown): string => {
  const { code, httpCode, responseCode, command, message } = (error ?? {}) as Partial<
    Record<string, unknown>
  >;
  const status = typeof httpCode === 'number' ? `status ${httpCode}` : undefined;
  const parts = [code, command, status, responseCode].filter(
    part => typeof part === 'number' || (typeof part === 'string' && /^[A-Za-z][\w. -]{0,80}$/.test(part)),
  );
  if (parts.length > 0) return parts.join(' ');
  // Some clients keep the network's error in their words alone.
  const known = /\b(?:E[A-Z_]{4,}|(?:CERT|DEPTH|SELF|UNABLE)_[A-Z_]+)\b/.exec(String(message ?? ''));
  return known?.[0] ?? 'unreadable answer';
};
