/** What the message gateways accepted, newest first; the newest 1,000 are kept. */
export interface AcceptedMessage {
  readonly vendor: 'aliyun-sms' | 'aliyun-voice' | 'tencent-sms' | 'tencent-voice';
  readonly channel: 'sms' | 'voice';
  /** The number as the vendor was given it. */
  readonly to: string;
  readonly template: string;
  /** By name at Aliyun, by "1", "2" at Tencent. */
  readonly params: Readonly<Record<string, string>>;
  /** What the person reads or hears. */
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

  /** @param to digits that the number ends with; undefined: all. */
  list(to?: string): readonly AcceptedMessage[] {
    return to ? this.#messages.filter(message => message.to.endsWith(to)) : this.#messages;
  }

  clear(): void {
    this.#messages = [];
  }
}
