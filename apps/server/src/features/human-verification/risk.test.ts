import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultLimits, HIGH, type Level, levelOf, levels, type Signals } from './risk.ts';

const count = fc.nat({ max: 10_000 });
const signals: fc.Arbitrary<Signals> = fc.record({
  requests: fc.record({ identity: count, device: count, address: count, prefix: count }),
  failures: fc.record({ identity: count, device: count, address: count }),
});
const limit = fc.integer({ min: 1, max: 500 });
const limits: fc.Arbitrary<Signals> = fc.record({
  requests: fc.record({ identity: limit, device: limit, address: limit, prefix: limit }),
  failures: fc.record({ identity: limit, device: limit, address: limit }),
});
const rank = (level: Level): number => levels.indexOf(level);
const none: Signals = {
  requests: { identity: 0, device: 0, address: 0, prefix: 0 },
  failures: { identity: 0, device: 0, address: 0 },
};

test('zero counts are a low risk for any limits [4.risk]', () => {
  fc.assert(
    fc.property(limits, given => {
      expect(levelOf(none, given)).toBe('low');
    }),
  );
  expect(levelOf(none, defaultLimits)).toBe('low');
});

test('a higher count never lowers the risk [4.risk]', () => {
  fc.assert(
    fc.property(signals, signals, limits, (some, more, given) => {
      const sum: Signals = {
        requests: {
          identity: some.requests.identity + more.requests.identity,
          device: some.requests.device + more.requests.device,
          address: some.requests.address + more.requests.address,
          prefix: some.requests.prefix + more.requests.prefix,
        },
        failures: {
          identity: some.failures.identity + more.failures.identity,
          device: some.failures.device + more.failures.device,
          address: some.failures.address + more.failures.address,
        },
      };
      expect(rank(levelOf(sum, given))).toBeGreaterThanOrEqual(rank(levelOf(some, given)));
    }),
  );
});

test('an IP address alone makes the risk raised at most [4.risk 4.shared-address]', () => {
  fc.assert(
    fc.property(count, count, limits, (requests, failures, given) => {
      const alone: Signals = {
        requests: { ...none.requests, address: requests },
        failures: { ...none.failures, address: failures },
      };
      const over = requests >= given.requests.address || failures >= given.failures.address;
      expect(levelOf(alone, given)).toBe(over ? 'raised' : 'low');
    }),
  );
});

test('low exactly while every count is below its limit; high from so many times a limit [4.risk]', () => {
  fc.assert(
    fc.property(signals, limits, (some, given) => {
      const ratios = [
        some.requests.identity / given.requests.identity,
        some.requests.device / given.requests.device,
        some.requests.prefix / given.requests.prefix,
        some.failures.identity / given.failures.identity,
        some.failures.device / given.failures.device,
      ];
      const addresses = [
        some.requests.address / given.requests.address,
        some.failures.address / given.failures.address,
      ];
      const worst = Math.max(...ratios);
      const wanted = worst >= HIGH ? 'high' : Math.max(worst, ...addresses) >= 1 ? 'raised' : 'low';
      expect(levelOf(some, given)).toBe(wanted);
    }),
  );
});
