/** Challenges of one vendor: their drawings, passes, and the redemption of each pass, once and in time. */
import { randomBytes, randomInt } from 'node:crypto';

/** The distance that the piece can move, in the drawing's units; the widget's script has the same value. */
export const TRAVEL = 216;
/** Maximum distance from the gap at which the piece may be released. */
const TOLERANCE = 4;
/** Milliseconds for which passed and used challenges are stored, so that a replay gets another error than an unknown pass. */
const REMEMBERED_MS = 3_600_000;

export interface Drawing {
  /** The position of the gap, 0 to TRAVEL. */
  readonly gap: number;
  /** The piece's upper edge. */
  readonly top: number;
  /** The seed of the scenery. */
  readonly seed: number;
}

export interface Challenge {
  readonly id: string;
  /** The site's account at the vendor: gt, CaptchaAppId, captchaId, organization or appkey. */
  readonly account: string;
  readonly issuedAt: number;
  drawing: Drawing;
  /** The number of drawings, with the first. */
  draws: number;
  pass?: { readonly value: string; readonly at: number };
  used: boolean;
}

const draw = (): Drawing => ({
  gap: randomInt(70, 201),
  top: randomInt(12, 75),
  seed: randomInt(1, 2 ** 31),
});

/** Whether the piece was released in its gap. */
export const fits = ({ drawing }: Challenge, value: string | null): boolean =>
  value !== null && /^\d{1,3}$/.test(value) && Math.abs(Number(value) - drawing.gap) <= TOLERANCE;

export class Challenges {
  readonly #now: () => number;
  readonly #challenges = new Map<string, Challenge>();
  readonly #passes = new Map<string, Challenge>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Makes a new challenge with a new drawing. */
  issue(account: string, id: string = randomBytes(16).toString('hex')): Challenge {
    this.#forget();
    const challenge = { id, account, issuedAt: this.#now(), drawing: draw(), draws: 0, used: false };
    this.#challenges.set(id, challenge);
    return challenge;
  }

  find(id: string | null): Challenge | undefined {
    return id === null ? undefined : this.#challenges.get(id);
  }

  /** Makes a new drawing. */
  redraw(challenge: Challenge): Drawing {
    challenge.draws += 1;
    challenge.drawing = draw();
    return challenge.drawing;
  }

  /** Marks a challenge as passed; the value is the pass that the vendor's script gives the site. */
  pass(challenge: Challenge, value: string): string {
    challenge.pass = { value, at: this.#now() };
    this.#passes.set(value, challenge);
    return value;
  }

  /** The challenge of a pass. */
  passed(value: string | null): Challenge | undefined {
    return value === null ? undefined : this.#passes.get(value);
  }

  /**
   * Redeems a pass.
   *
   * @param from the beginning of its validity of `lifeMs`, both in milliseconds
   */
  redeem(challenge: Challenge, from: number, lifeMs: number): 'good' | 'used' | 'expired' {
    if (challenge.used) return 'used';
    if (this.#now() >= from + lifeMs) return 'expired';
    challenge.used = true;
    return 'good';
  }

  clear(): void {
    this.#challenges.clear();
    this.#passes.clear();
  }

  #forget(): void {
    const since = this.#now() - REMEMBERED_MS;
    for (const [id, challenge] of this.#challenges) {
      // In order of issue, so the first one that has not expired ends the search.
      if (challenge.issuedAt >= since) break;
      this.#challenges.delete(id);
      if (challenge.pass) this.#passes.delete(challenge.pass.value);
    }
  }
}
