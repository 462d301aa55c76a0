import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandOf, type Hour, machinesFor, type Part, simulate } from './simulate.ts';

const even: Hour = { load: () => 1, failed: () => 0 };
/** Ten minutes without one machine. */
const failing: Hour = { load: () => 1, failed: second => (second >= 600 && second < 1200 ? 1 : 0) };
const partOf = (perSecond: number, cost: number): Part => ({
  demands: [{ perSecond, cost }],
  cores: 8,
  utilisation: 0.6,
});

describe('the simulation of an hour', () => {
  it('makes nothing wait while the cores suffice', () => {
    // 1,000 a second of 4 ms each: four of the 4.8 cores that may be taken.
    expect(simulate(partOf(1000, 0.004), 1, even)).toEqual({
      longestWait: 0,
      utilisation: expect.closeTo(0.5, 6),
    });
  });

  it('lets work wait while a machine is gone, and works it off', () => {
    const part = partOf(1000, 0.004);
    const { longestWait } = simulate(part, 1, failing);
    expect(longestWait).toBe(Infinity);
    expect(simulate(part, 2, failing).longestWait).toBe(0);
  });

  it('says how long the last of a rush waits', () => {
    // Twice the capacity for ten seconds: ten seconds of work are left over.
    const rush: Hour = { load: second => (second < 10 ? 2 : 0), failed: () => 0 };
    expect(simulate(partOf(1200, 0.004), 1, rush).longestWait).toBeCloseTo(10, 6);
  });

  it('finds the fewest machines that keep every bound', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.double({ min: 1e-5, max: 0.03, noNaN: true }),
        (rate, cost) => {
          const part = partOf(rate, cost);
          const hours = [
            { hour: even, wait: 1 },
            { hour: failing, wait: 60 },
          ];
          const machines = machinesFor(part, hours);
          expect(machines * part.cores * part.utilisation).toBeGreaterThanOrEqual(demandOf(part) * 0.999);
          for (const { hour, wait } of hours)
            expect(simulate(part, machines, hour).longestWait).toBeLessThanOrEqual(wait);
          if (machines > 1)
            expect(
              hours.some(({ hour, wait }) => simulate(part, machines - 1, hour).longestWait > wait),
            ).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });
});
