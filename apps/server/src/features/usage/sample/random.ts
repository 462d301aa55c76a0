/** A seeded pseudo-random number generator. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `below`, exclusive. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  }

  /** Around `median`, with a long tail: half of the values lie within a factor of e^(0.67 × spread). */
  longTailed(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  /** Normally distributed around 0 with a deviation of 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** The time of a UUIDv7, and 74 seeded bits. */
  uuid(time: number): string {
    const clock = Math.floor(time).toString(16).padStart(12, '0');
    const hex = (digits: number) =>
      this.below(16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    return `${clock.slice(0, 8)}-${clock.slice(8)}-7${hex(3)}-${'89ab'[this.below(4)]}${hex(3)}-${hex(6)}${hex(6)}`;
  }
}
