/** Challenges of one vendor: what is drawn, whether it was passed, and that a pass is redeemed once and in time. */
import { randomBytes, randomInt } from 'node:crypto';

/** What the drawing's piece can travel, in the drawing's own units; the widget's script knows it too. */
export const TRAVEL = 216;
/** How far beside the gap the piece may be let go. */
const TOLERANCE = 4;
/** Passed and used challenges are known for so long, in milliseconds, so that a replay is told from an invention. */
const REMEMBERED_MS = 3_600_000;

export interface Drawing {
  /** Where the piece belongs, 0 to TRAVEL. */
  readonly gap: number;
  /** The piece's upper edge. */
  readonly top: number;
  /** What the scenery is drawn from. */
  readonly seed: number;
}

export interface Challenge {
  readonly id: string;
  /** The site's account at the vendor: gt, CaptchaAppId, captchaId, organization or appkey. */
  readonly account: string;
  readonly issuedAt: number;
  drawing: Drawing;
  /** How often it was drawn, the first time included. */
  draws: number;
  pass?: { readonly value: string; readonly at: number };
  used: boolean;
}

const draw = (): Drawing => ({
  gap: randomInt(70, 201),
  top: randomInt(12, 75),
  seed: randomInt(1, 2 ** 31),
});

/** @returns whether the piece was let go in its gap. */
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

  /** A new challenge, not yet passed; its drawing is a fresh one. */
  issue(account: string, id: string = randomBytes(16).toString('hex')): Challenge {
    this.#forget();
    const challenge = { id, account, issuedAt: this.#now(), drawing: draw(), draws: 0, used: false };
    this.#challenges.set(id, challenge);
    return challenge;
  }

  find(id: string | null): Challenge | undefined {
    return id === null ? undefined : this.#challenges.get(id);
  }

  /** Draws it anew. */
  redraw(challenge: Challenge): Drawing {
    challenge.draws += 1;
    challenge.drawing = draw();
    return challenge.drawing;
  }

  /** Takes it as passed; the value is what the vendor's script gives the site. */
  pass(challenge: Challenge, value: string): string {
    challenge.pass = { value, at: this.#now() };
    this.#passes.set(value, challenge);
    return value;
  }

  /** The challenge that a pass is of. */
  passed(value: string | null): Challenge | undefined {
    return value === null ? undefined : this.#passes.get(value);
  }

  /**
   * Uses a pass up.
   *
   * @param from the moment from which it is good for `lifeMs`, both in milliseconds
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
      // In order of issue, so the first that is kept ends the search.
      if (challenge.issuedAt >= since) break;
      this.#challenges.delete(id);
      if (challenge.pass) this.#passes.delete(challenge.pass.value);
    }
  }
}
