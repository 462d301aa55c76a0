/** Sending a code to a person: what the accounts ask for, and the seam that every sender implements. */
import type { Purpose } from '@rollcall/contract';
import type { Language } from '../http/language.ts';
import type { Trial } from '../platform/vendor-trial.ts';
import type { Notice } from './notices.ts';

export type Channel = 'sms' | 'voice' | 'email';

export interface Message {
  /** The recipient, named as a mail's header and the kept rows of messages name it: a phone number or an e-mail address. */
  readonly to: string;
  readonly channel: Channel;
  readonly purpose: Purpose;
  /**
   * Six digits. Undefined: the message says that there is no account at this address, in place of a code; by e-mail
   * only.
   */
  readonly code: string | undefined;
  readonly language: Language;
  /** A URL that confirms the address on any device, with the digits that are shown where it was asked for. By e-mail only. */
  readonly link?: string | undefined;
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The seam: one file for each vendor, and one for development. */
export interface Sender {
  readonly name: string;
  readonly channels: readonly Channel[];
  /**
   * Hands the message to the vendor. Throws a Refusal (CaptchaTooFrequent, CaptchaLimitReached) where the vendor's
   * own limit is reached; anything else thrown means that this sender failed and the next may be tried.
   */
  send(message: Message): Promise<void>;
  /** Security messages; absent: this sender sends none. */
  readonly notices?: {
    /** Whether the settings have what a message of this kind needs, such as a template. */
    serves(notice: Pick<Notice, 'channel' | 'kind' | 'language'>): boolean;
    send(notice: Notice): Promise<void>;
  };
  /** Asks the vendor whether it accepts the keys of a channel, without sending anything; absent: there is none to ask. */
  readonly probe?: (channel: Channel) => Promise<Trial>;
  /** Mails to operators, such as dashboards; absent: this sender sends none. Errors as of `send`. */
  readonly mail?: (to: string, mail: Mail) => Promise<void>;
}

export interface Messages {
  /** Resolves when one sender took the message. */
  send(message: Message): Promise<void>;
  /** Whether a sender is configured for a security message of this kind. */
  serves(notice: Pick<Notice, 'channel' | 'kind' | 'language'>): boolean;
  /**
   * Sends a security message by the first sender that can.
   * @returns `unserved` where no sender is configured for it, `failed` where each of them failed or was at its limit.
   */
  notify(notice: Notice): Promise<'sent' | 'unserved' | 'failed'>;
}
