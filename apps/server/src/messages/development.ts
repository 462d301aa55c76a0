/** The sender of development: nothing leaves the machine, the newest messages can be read at `/dev/messages`. */
import type { Channel, Mail, Message, Sender } from './messages.ts';
import { type Notice, noticeText } from './notices.ts';
import type { Words } from '../platform/words.ts';
import { textOf } from './texts.ts';
import { messageWords } from './words.ts';

/** Messages kept; older ones are forgotten. */
export const KEPT = 1_000;
/** Mails kept: each holds a whole dashboard. */
const KEPT_MAILS = 100;

export interface KeptMessage {
  readonly to: string;
  readonly channel: Channel;
  readonly purpose: Message['purpose'];
  /** Six digits; empty in a message without a code. */
  readonly code: string;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A security message. Apart from the codes, so that a code is still the newest entry of its list. */
export interface KeptNotice extends Pick<Notice, 'to' | 'channel' | 'kind' | 'link' | 'takeBack'> {
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A mail to an operator. */
export interface KeptMail extends Mail {
  readonly to: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface DevelopmentSender extends Sender {
  /** Codes, newest first; of one address, or all. */
  list(to?: string): readonly KeptMessage[];
  /** Security messages, newest first; of one address, or all. */
  listNotices(to?: string): readonly KeptNotice[];
  /** Mails to operators, newest first; of one address, or all. */
  listMails(to?: string): readonly KeptMail[];
}

/** Rollcall's own name, where the school has none. */
const NAMELESS: Words<string> = { 'zh-CN': '点名册', en: 'Rollcall' };

/**
 * @param now milliseconds since 1970
 * @param words the school's own, where it has any
 * @param nameNow the school's name, which signs text messages as a vendor's signature does; undefined: Rollcall's
 */
export const createDevelopmentSender = (
  now: () => number,
  nameNow: () => Words<string> | undefined = () => undefined,
  words = messageWords,
): DevelopmentSender => {
  const signed = ({ channel, language }: Pick<Message, 'channel' | 'language'>, text: string): string =>
    channel === 'sms' ? `【${(nameNow() ?? NAMELESS)[language]}】${text}` : text;
  const kept: KeptMessage[] = [];
  const keptNotices: KeptNotice[] = [];
  const keptMails: KeptMail[] = [];
  return {
    name: 'development',
    channels: ['sms', 'voice', 'email'],
    send: async message => {
      const { to, channel, purpose, code = '' } = message;
      const text = signed(message, textOf(message, words));
      kept.push({ to, channel, purpose, code, text, at: new Date(now()).toISOString() });
      if (kept.length > KEPT) kept.shift();
    },
    notices: {
      serves: () => true,
      send: async notice => {
        const { to, channel, kind, link, takeBack } = notice;
        const at = new Date(now()).toISOString();
        const text = signed(notice, noticeText(notice, words));
        keptNotices.push({ to, channel, kind, link, takeBack, text, at });
        if (keptNotices.length > KEPT) keptNotices.shift();
      },
    },
    mail: async (to, mail) => {
      keptMails.push({ ...mail, to, at: new Date(now()).toISOString() });
      if (keptMails.length > KEPT_MAILS) keptMails.shift();
    },
    listMails: to => keptMails.filter(mail => to === undefined || mail.to === to).toReversed(),
    listNotices: to => keptNotices.filter(notice => to === undefined || notice.to === to).toReversed(),
    list: to => kept.filter(message => to === undefined || message.to === to).toReversed(),
  };
};

/** Where the development messages of a worker are kept: in the process that shows them. */
export interface DevelopmentRelay {
  message(message: Message): Promise<void>;
  notice(notice: Notice): Promise<void>;
}

/** The development sender of a process that shows no messages itself. */
export const createRelayedSender = (relay: DevelopmentRelay): Sender => ({
  name: 'development',
  channels: ['sms', 'voice', 'email'],
  send: message => relay.message(message),
  notices: { serves: () => true, send: notice => relay.notice(notice) },
});
