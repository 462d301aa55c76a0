import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Challenges, fits, TRAVEL } from './challenges.ts';

describe('a challenge', () => {
  it('is passed within 4 of its gap and nowhere else, and lies where the slider gets', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TRAVEL }), value => {
        const challenges = new Challenges(() => 0);
        const challenge = challenges.issue('site');
        const { gap } = challenges.redraw(challenge);
        expect(gap).toBeLessThanOrEqual(TRAVEL);
        expect(fits(challenge, String(value))).toBe(Math.abs(value - gap) <= 4);
      }),
    );
    const challenge = new Challenges(() => 0).issue('site');
    for (const wrong of [null, '', 'NaN', '-1', '1e2', ' 100', '9999'])
      expect(fits(challenge, wrong)).toBe(false);
  });

  it('is redeemed once and in time, in any order of requests', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(400), { maxLength: 20 }),
        fc.integer({ min: 1, max: 2000 }),
        (steps, lifeMs) => {
          let time = 1000;
          const challenges = new Challenges(() => time);
          const challenge = challenges.issue('site');
          challenges.pass(challenge, 'pass');
          const outcomes = steps.map(step => {
            time += step;
            return [challenges.redeem(challenge, 1000, lifeMs), time < 1000 + lifeMs] as const;
          });
          const good = outcomes.filter(([outcome]) => outcome === 'good');
          expect(good).toHaveLength(outcomes[0]?.[1] ? 1 : 0);
          for (const [outcome, early] of good) expect([outcome, early]).toEqual(['good', true]);
          expect(challenges.passed('pass')).toBe(challenge);
        },
      ),
    );
  });

  it('is forgotten an hour later, when the next is issued', () => {
    let time = 0;
    const challenges = new Challenges(() => time);
    const { id } = challenges.issue('site');
    time = 3_600_000;
    challenges.issue('site');
    expect(challenges.find(id)?.id).toBe(id);
    time += 1;
    challenges.issue('site');
    expect(challenges.find(id)).toBeUndefined();
  });
});
