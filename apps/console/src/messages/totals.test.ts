import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overTime, totalsOf, totalsBy } from './totals.ts';

const HOUR = 3_600_000;
const rows = fc.array(
  fc.record({
    hour: fc.integer({ min: 0, max: 47 }).map(hour => hour * HOUR),
    sender: fc.constantFrom('a', 'b'),
    channel: fc.constantFrom('sms', 'voice'),
    purpose: fc.constantFrom('login', 'reset'),
    sent: fc.nat(100),
    limited: fc.nat(100),
    failed: fc.nat(100),
  }),
);

test('counts each message once, whatever the messages are grouped by', () => {
  fc.assert(
    fc.property(rows, given => {
      const all = totalsOf(given);
      expect(totalsOf([...totalsBy(given, ({ sender }) => sender).values()])).toEqual(all);
      const spans = overTime(
        given,
        0,
        48 * HOUR,
        at => Math.floor(at / HOUR) * HOUR,
        at => at + HOUR,
      );
      expect(spans).toHaveLength(48);
      expect(totalsOf(spans.map(({ sum }) => sum))).toEqual(all);
    }),
  );
});
