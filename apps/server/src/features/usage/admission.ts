/**
 * Limits concurrent requests in total, and per IP and the networks around it. Requests beyond the limits are refused with Retry-After before they are read,
 * so that memory, response times and disk use stay bounded.
 */
import { type NetworkScale, networkScales } from '../../platform/networks.ts';

/** Requests that are read or wait for the disk concurrently; each has 30,000 bytes at most. */
export const MOST_WAITING = 512;
/** Of these, from one network, a /48 too: a school may share one IP, but half of the places stay free for others. */
export const MOST_WAITING_PER_IP = MOST_WAITING / 2;
/** An idle IP may send the bytes of so many milliseconds in a burst. */
const BURST = 64_000;

export interface AdmissionOptions {
  /** Bytes per second of one IP, or of one /64, in the long run; larger networks have a multiple. 0: without a limit. */
  readonly ipRate: number;
  readonly now: () => number;
}

interface Sender {
  /** Bytes per second that it may send in the long run. */
  readonly rate: number;
  waiting: number;
  /** Bytes that it may send now. */
  left: number;
  /** The time at which `left` was computed (ms). */
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
   * Admits a request; `leave` must follow.
   * @returns undefined, or the seconds of Retry-After
   */
  enter(ip: string): number | undefined {
    if (this.#waiting >= MOST_WAITING) return 1;
    const senders = this.#sendersOf(ip);
    if (senders.some(({ waiting }) => waiting >= MOST_WAITING_PER_IP)) return 1;
    const spent = this.#rate > 0 ? senders.filter(({ left }) => left <= 0) : [];
    if (spent.length > 0) return Math.max(1, ...spent.map(({ left, rate }) => Math.ceil(-left / rate)));
    this.#waiting += 1;
    for (const sender of senders) sender.waiting += 1;
    return undefined;
  }

  /** @param bytes that the request had */
  leave(ip: string, bytes: number): void {
    this.#waiting -= 1;
    for (const sender of this.#sendersOf(ip)) {
      sender.waiting = Math.max(0, sender.waiting - 1);
      sender.left -= bytes;
    }
  }

  #sendersOf(ip: string): Sender[] {
    const now = this.#now();
    this.#turn(now);
    return networkScales(ip).map(network => this.#senderOf(network, now));
  }

  #senderOf({ name, scale }: NetworkScale, now: number): Sender {
    const rate = this.#rate * scale;
    const full = (rate * BURST) / 1000;
    let sender = this.#senders.get(name);
    if (!sender) {
      sender = this.#before.get(name) ?? { rate, waiting: 0, left: full, at: now };
      this.#senders.set(name, sender);
    }
    const passed = Math.max(0, now - sender.at);
    sender.left = Math.min(full, sender.left + (passed * rate) / 1000);
    sender.at = now;
    return sender;
  }

  #turn(now: number): void {
    if (now >= this.#turned && now - this.#turned < BURST) return;
    // Idle for long, or the clock was set back.
    this.#before = now >= this.#turned && now - this.#turned < 2 * BURST ? this.#senders : new Map();
    for (const [ip, sender] of this.#senders) if (sender.waiting > 0) this.#before.set(ip, sender);
    this.#senders = new Map();
    this.#turned = now;
  }
}
