import type { Logger } from 'pino';
import { traced } from '../platform/tracing.ts';
import { Refusal, refuse } from '../platform/refusal.ts';
import type { Purpose } from '@rollcall/contract';
import type { Channel, Messages, Sender } from './messages.ts';
import { SenderError } from './vendor.ts';

/** Seconds until the next attempt, where no sender took the message. */
const RETRY_AFTER = 10;

/** What came of one sender's try: taken, refused by the vendor's own limit, or failed so that the next one is asked. */
export type Outcome = 'sent' | 'limited' | 'failed';

/** Called after every attempt to send, for counting. It must not throw. */
export type Observe = (
  sender: string,
  channel: Channel,
  outcome: Outcome,
  purpose: Purpose | 'notice',
  /** Why it was not sent: a vendor's code, or the name of the limit's refusal; never what was sent. */
  reason?: string,
  /** Whether the recipient is at fault, not the sender. @default false */
  ofRecipient?: boolean,
) => void;

/** Nothing of an error's own words: they may hold the number. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.refusal;
  return error instanceof SenderError ? error.code : 'unknown';
};

const isOfRecipient = (error: unknown): boolean => error instanceof SenderError && error.ofRecipient;

/** A vendor's call as a span, without what is sent and to whom. */
const tracedSend = (
  { sender, channel, purpose }: { sender: Pick<Sender, 'name'>; channel: Channel; purpose: string },
  send: () => Promise<void>,
): Promise<void> =>
  traced(
    () => ({
      name: 'send message',
      kind: 'client',
      attributes: {
        'rollcall.sender': sender.name,
        'rollcall.channel': channel,
        'rollcall.purpose': purpose,
      },
    }),
    send,
  );

/**
 * Makes the `Messages` of a list of senders: the first that serves the channel is asked, and the next where it fails.
 *
 * `send` throws the vendor's own refusal as it is (another vendor would only help an abuser around the limit), and
 * TooBusy when every sender failed or none serves the channel.
 */
export const createMessages = (
  senders: readonly Sender[],
  log: Logger,
  observe: Observe = () => {},
): Messages => ({
  send: async message => {
    const { channel, purpose } = message;
    const able = senders.filter(sender => sender.channels.includes(channel));
    if (able.length === 0)
      log.error({ channel, purpose }, 'no message sender is configured for this channel');
    for (const sender of able) {
      try {
        await tracedSend({ sender, channel, purpose }, () => sender.send(message));
        observe(sender.name, channel, 'sent', purpose);
        return;
      } catch (error) {
        const limited = error instanceof Refusal;
        observe(
          sender.name,
          channel,
          limited ? 'limited' : 'failed',
          purpose,
          reasonOf(error),
          isOfRecipient(error),
        );
        if (limited) throw error;
        log.warn({ err: error, sender: sender.name, channel, purpose }, 'a message sender failed');
      }
    }
    throw refuse('TooBusy', { data: { retry_after: RETRY_AFTER } });
  },

  serves: notice => senders.some(({ notices }) => notices?.serves(notice)),

  notify: async notice => {
    const { channel, kind } = notice;
    const able = senders.filter(({ notices }) => notices?.serves(notice));
    for (const sender of able) {
      const { name, notices } = sender;
      try {
        await tracedSend({ sender, channel, purpose: 'notice' }, async () => notices?.send(notice));
        observe(name, channel, 'sent', 'notice');
        return 'sent';
      } catch (error) {
        const limited = error instanceof Refusal;
        observe(
          name,
          channel,
          limited ? 'limited' : 'failed',
          'notice',
          reasonOf(error),
          isOfRecipient(error),
        );
        if (limited) return 'failed';
        log.warn({ err: error, sender: name, channel, kind }, 'a message sender failed');
      }
    }
    return able.length === 0 ? 'unserved' : 'failed';
  },
});
