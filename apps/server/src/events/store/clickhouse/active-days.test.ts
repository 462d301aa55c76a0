import { expect, it } from 'vitest';
import type { StoredEvent } from '../../record/stored-event.ts';
import { personOf } from '../rows.ts';
import { eventAt } from '../testing/events.ts';
import { activeDayRows } from './active-days.ts';

const DAY = 86_400_000;
/** Midnight in Shanghai of the day 20480, which is the first of a block of 64. */
const START = 20_480 * DAY - 8 * 3_600_000;
const at = (day: number, given: Partial<StoredEvent>) => eventAt(START + day * DAY, given);
const hash = (of: Parameters<typeof personOf>[0]) => String(personOf(of));
const rowsOf = (...events: readonly StoredEvent[]) => activeDayRows(events);

it('has a row of a user for 64 days, with a bit for each', () => {
  const user = { user: 'anna', device: 'd', platform: 'web' };
  const [who, device] = [hash({ user: 'anna' }), hash({ device: 'd' })];
  expect(rowsOf(at(63, user), at(0, user), at(0.5, user), at(64, user))).toEqual([
    ['school', -321, who, device, 'web', 0, String(2n ** 63n + 1n), START],
    ['school', -322, who, device, 'web', 0, '1', START + 64 * DAY],
  ]);
});

it('has a row for each day of a device or process without a user, which may have one name', () => {
  expect(rowsOf(at(1, { device: 'x' }), at(2, { device: 'x' }), at(2, { process: 'x' }))).toEqual([
    ['school', 20_481, hash({ device: 'x' }), hash({ device: 'x' }), '', 0, '2', START + DAY],
    ['school', 20_482, hash({ device: 'x' }), hash({ device: 'x' }), '', 0, '4', START + 2 * DAY],
    ['school', 20_482, hash({ process: 'x' }), '0', '', 0, '4', START + 2 * DAY],
  ]);
});

it('keeps apart what is erased or asked for apart', () => {
  const user = { user: 'anna' };
  const places = [
    { ...user },
    { ...user, device: 'd' },
    { ...user, device: 'e' },
    { ...user, platform: 'web' },
    { ...user, platform: 'undefined' },
    { ...user, product: 'contest' },
    { ...user, bot: true as const },
    { ...user, sample: true as const },
    // Other ends of the same texts.
    { user: 'nna', product: 'schoola' },
    { user: 'ann', platform: 'a' },
  ];
  expect(rowsOf(...places.map(place => at(0, place)))).toHaveLength(places.length);
  expect(rowsOf(...places.map(place => at(0, place)), ...places.map(place => at(1, place)))).toHaveLength(
    places.length,
  );
});

it('leaves out what is no activity, and events of nobody', () => {
  expect(rowsOf(at(0, { user: 'anna', kind: 3 }), at(0, {}))).toEqual([]);
});
