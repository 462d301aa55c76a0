/**
 * How much is taken in at once, and from one address: what comes beyond is told to come again later, before it is read,
 * so that memory, the wait for an answer and the disk stay bounded.
 */

/** Requests that are read or wait for the disk at once; each has 30,000 bytes at most. */
export const MOST_WAITING = 512;
/** Of these, from one address: a school may sit behind one, but leaves half to everybody else. */
export const MOST_WAITING_PER_IP = MOST_WAITING / 2;
/** An address that was quiet may send so many milliseconds' worth at once. */
const BURST = 64_000;

export interface AdmissionOptions {
  /** Bytes a second of one address over a longer time; 0: without a limit. */
  readonly ipRate: number;
  readonly now: () => number;
}

interface Sender {
  waiting: number;
  /** Bytes that it may send now. */
  left: number;
  /** When that was so. */
  at: number;
}

export class Admission {
  readonly #rate: number;
  readonly #now: () => number;
  /** Senders of this minute and of the last one; a sender in neither may send a whole burst. */
  #senders = new Map<string, Sender>();
  #before = new Map<string, Sender>();
  #turned: number;
  #waiting = 0;

  constructor({ ipRate, now }: AdmissionOptions) {
    this.#rate = ipRate;
    this.#now = now;
    this.#turned = now();
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Lets a request in; `leave` has to follow.
   * @returns undefined, or after how many seconds to come again
   */
  enter(ip: string): number | undefined {
    if (this.#waiting >= MOST_WAITING) return 1;
    const sender = this.#senderOf(ip);
    if (sender.waiting >= MOST_WAITING_PER_IP) return 1;
    if (this.#rate > 0 && sender.left <= 0) return Math.max(1, Math.ceil(-sender.left / this.#rate));
    this.#waiting += 1;
    sender.waiting += 1;
    return undefined;
  }

  /** @param bytes that the request had */
  leave(ip: string, bytes: number): void {
    const sender = this.#senderOf(ip);
    this.#waiting -= 1;
    sender.waiting = Math.max(0, sender.waiting - 1);
    sender.left -= bytes;
  }

  #senderOf(ip: string): Sender {
    const now = this.#now();
    this.#turn(now);
    const full = (this.#rate * BURST) / 1000;
    let sender = this.#senders.get(ip);
    if (!sender) {
      sender = this.#before.get(ip) ?? { waiting: 0, left: full, at: now };
      this.#senders.set(ip, sender);
    }
    const passed = Math.max(0, now - sender.at);
    sender.left = Math.min(full, sender.left + (passed * this.#rate) / 1000);
    sender.at = now;
    return sender;
  }

  #turn(now: number): void {
    if (now >= this.#turned && now - this.#turned < BURST) return;
    // Long ago, or a clock that went back.
    this.#before = now >= this.#turned && now - this.#turned < 2 * BURST ? this.#senders : new Map();
    for (const [ip, sender] of this.#senders) if (sender.waiting > 0) this.#before.set(ip, sender);
    this.#senders = new Map();
    this.#turned = now;
  }
}
