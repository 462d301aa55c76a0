import type { BotVendor } from './group-bot-errors.ts';

/** The messages that the gateways accepted, newest first; the newest 1,000 are stored. */
export interface AcceptedMessage {
  readonly vendor: 'aliyun-sms' | 'aliyun-voice' | 'tencent-sms' | 'tencent-voice' | BotVendor;
  readonly channel: 'sms' | 'voice' | 'group';
  /** The number as in the request; the token of a group bot. */
  readonly to: string;
  readonly template: string;
  /** Variables by name (Aliyun) or by "1", "2" (Tencent). */
  readonly params: Readonly<Record<string, string>>;
  /** The text of the message or call. */
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const KEPT = 1000;

export class Outbox {
  #messages: AcceptedMessage[] = [];

  add(message: AcceptedMessage): void {
    this.#messages = [message, ...this.#messages.slice(0, KEPT - 1)];
  }

  /** @param to the last digits of the number; undefined: all messages */
  list(to?: string): readonly AcceptedMessage[] {
    return to ? this.#messages.filter(message => message.to.endsWith(to)) : this.#messages;
  }

  clear(): void {
    this.#messages = [];
  }
}
