/** The sender of development: nothing leaves the machine, the newest messages can be read at `/dev/messages`. */
import type { Channel, Message, Sender } from './messages.ts';
import { textOf } from './texts.ts';

/** Messages kept; older ones are forgotten. */
export const KEPT = 1_000;

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

export interface DevelopmentSender extends Sender {
  /** Newest first; of one address, or all. */
  list(to?: string): readonly KeptMessage[];
}

export const createDevelopmentSender = (now: () => number): DevelopmentSender => {
  const kept: KeptMessage[] = [];
  return {
    name: 'development',
    channels: ['sms', 'voice', 'email'],
    send: async message => {
      const { to, channel, purpose, code = '' } = message;
      kept.push({ to, channel, purpose, code, text: textOf(message), at: new Date(now()).toISOString() });
      if (kept.length > KEPT) kept.shift();
    },
    list: to => kept.filter(message => to === undefined || message.to === to).toReversed(),
  };
};
