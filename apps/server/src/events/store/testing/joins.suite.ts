/** Who a person is: what every event store has to answer where devices are used with and without a user. */
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../record/stored-event.ts';
import type { Tested } from './event-store.suite.ts';
import { movesOf, newPeopleOf, peopleBy, peopleOf, stepsOf } from './asked.ts';
import { eventAt, NOW } from './events.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const filter = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'without',
  dev: 'with',
  zone: 'UTC',
  from: '2026-10-01',
  to: '2026-11-30',
} as const;

/**
 * @param open an empty store whose clock stands at `NOW`
 * @param kept the table of what is kept for joins
 */
export const joinsSuite = (name: string, open: () => Promise<Tested>, kept: string): void => {
  describe(`persons of the event store: ${name}`, () => {
    const opened: Tested[] = [];
    const fresh = async () => {
      const tested = await open();
      opened.push(tested);
      const { store, queries } = tested;
      return {
        store,
        queries,
        load: async (...events: StoredEvent[]) => {
          const from = (await store.position(0)).loadedTo;
          await store.load({ partition: 0, from, to: from + 1, events, reports: [] });
        },
        /** In two zones, of which a store may sum the days of one. */
        people: async () => {
          const total = await peopleOf(queries, filter);
          expect(await peopleOf(queries, { ...filter, zone: 'Asia/Shanghai' })).toBe(total);
          return total;
        },
        newPeople: () => newPeopleOf(queries, filter),
        moves: () => movesOf(queries, filter),
        /** People by the steps of a funnel. */
        funnel: async (...steps: Parameters<typeof stepsOf>[2]) =>
          (await stepsOf(queries, filter, steps, 5 * DAY)).map(({ people }) => people),
      };
    };
    afterEach(async () => {
      for (const tested of opened.splice(0)) await tested.remove();
    });

    it('counts five visitors who sign up as five, in the funnel, as users, as new, live and on their paths', async () => {
      const { queries, load, people, newPeople, moves, funnel } = await fresh();
      const start = NOW - 4 * MINUTE;
      for (let n = 0; n < 5; n += 1) {
        const [device, user, at] = [`device-${n}`, `user-${n}`, start + n * 1000];
        await load(
          eventAt(at, { kind: 1, key: '/', device }),
          eventAt(at + MINUTE, { kind: 1, key: '/sign-up', device }),
          eventAt(at + 2 * MINUTE, { key: 'signed-up', device, user }),
          eventAt(at + 3 * MINUTE, { kind: 1, key: '/lessons', device, user }),
        );
      }
      expect(
        await funnel(
          { kind: 'view', key: '/sign-up' },
          { kind: 'custom', key: 'signed-up' },
          { kind: 'view', key: '/lessons' },
        ),
      ).toEqual([5, 5, 5]);
      expect(await people()).toBe(5);
      expect(await newPeople()).toEqual(['2026-11-21 5']);
      expect((await queries.live(filter)).active).toBe(5);
      expect(await moves()).toEqual(['/>/sign-up 5', '/lessons> 5', '/sign-up>/lessons 5', '>/ 5']);
    });

    it('gives a device’s events before its first sign-in to that user, and those after a sign-out to no one', async () => {
      const { queries, load, people, funnel } = await fresh();
      const at = NOW - 2 * DAY;
      const device = 'shared';
      await load(
        eventAt(at, { key: 'before', device }),
        eventAt(at + MINUTE, { key: 'in', device, user: 'first' }),
        eventAt(at + 2 * MINUTE, { key: 'after', device }),
        eventAt(at + DAY, { key: 'in', device, user: 'second' }),
        eventAt(at + DAY + MINUTE, { key: 'after', device }),
        eventAt(at, { key: 'before', device: 'never signed in' }),
      );
      expect(await people()).toBe(3);
      const custom = (key: string) => ({ kind: 'custom', key }) as const;
      expect(await funnel(custom('before'), custom('in'))).toEqual([2, 1]);
      // They count as events alone.
      expect(await funnel(custom('after'), custom('in'))).toEqual([0, 0]);
      const { keys } = await queries.keys({ ...filter, kind: 'custom', search: 'after', top: 5 });
      expect(keys).toMatchObject([{ events: 2 }]);
    });

    it('goes by an earlier sign-in that comes late, to the millisecond within an hour', async () => {
      const { load, queries, people, newPeople } = await fresh();
      const hour = Math.floor(NOW / HOUR) * HOUR - 3 * HOUR;
      const device = 'one';
      const byHour = async () => {
        const today = { ...filter, from: '2026-11-21', to: '2026-11-21' };
        const { people: each } = await peopleBy(queries, today, 'hour');
        return each.slice((hour / HOUR) % 24, ((hour / HOUR) % 24) + 2);
      };
      await load(eventAt(hour + 1000, { device }), eventAt(hour + HOUR, { device }));
      expect(await byHour()).toEqual([1, 1]);
      await load(eventAt(hour + HOUR, { device, user: 'later', sequence: 1 }));
      expect(await people()).toBe(1);
      await load(eventAt(hour + 999, { device, user: 'earlier' }));
      // Both events without a user came after it; the two users are left.
      expect(await people()).toBe(2);
      expect(await byHour()).toEqual([1, 1]);
      await load(eventAt(hour + 998, { device }));
      expect(await people()).toBe(2);
      expect(await newPeople()).toEqual(['2026-11-21 2']);
    });

    it('joins paths that are counted already, and parts them where the user is erased', async () => {
      const { store, load, moves } = await fresh();
      const begin = NOW - 20 * DAY;
      const view = (key: string, after: number, more: Partial<StoredEvent>) =>
        eventAt(begin + after, { kind: 1, key, ...more });
      await load(
        view('a', 0, { device: 'x' }),
        view('b', 10 * MINUTE, { user: '1' }),
        view('c', 20 * MINUTE, { device: 'x' }),
      );
      await store.compact();
      const apart = ['>a 1', '>b 1', 'a>c 1', 'b> 1', 'c> 1'];
      expect(await moves()).toEqual(apart);
      await load(eventAt(NOW - DAY, { device: 'x', user: '1' }));
      expect(await moves()).toEqual(['>a 1', 'a>b 1', 'b>c 1', 'c> 1']);
      await store.compact();
      // Another was signed in before the last view, which is no one's then.
      await load(eventAt(begin + 15 * MINUTE, { device: 'x', user: '2' }));
      expect(await moves()).toEqual(['>a 1', '>b 1', 'a> 1', 'b> 1']);
      await store.erase({ user: '2' });
      expect(await moves()).toEqual(['>a 1', 'a>b 1', 'b>c 1', 'c> 1']);
      await store.erase({ user: '1' });
      expect(await moves()).toEqual(['>a 1', 'a>c 1', 'c> 1']);
      await store.erase({ device: 'x' });
      expect(await moves()).toEqual([]);
    });

    it('joins and parts the paths of a user of very many devices', async () => {
      const { store, load, moves } = await fresh();
      const begin = NOW - 20 * DAY;
      const devices = Array.from({ length: 150 }, (_, n) => `device ${n}`);
      const each = (make: (device: string, n: number) => StoredEvent) => load(...devices.map(make));
      await each((device, n) => eventAt(begin + n * 1000, { kind: 1, key: 'a', device }));
      await store.compact();
      expect(await moves()).toEqual(['>a 150', 'a> 150']);
      await each((device, n) => eventAt(NOW - DAY + n, { device, user: '1' }));
      expect(await moves()).toEqual(['>a 1', 'a>a 149', 'a> 1'].toSorted());
      await store.erase({ user: '1' });
      expect(await moves()).toEqual(['>a 150', 'a> 150']);
    });

    it('exports and erases by the ids in the rows alone, and keeps a join beyond its row', async () => {
      const { store, queries, load, people } = await fresh();
      const device = 'lent';
      await load(
        eventAt(NOW - 30 * DAY, { device }),
        eventAt(NOW - 30 * DAY + 1000, { device, user: 'owner' }),
        eventAt(NOW - 2 * DAY, { device }),
        eventAt(NOW - DAY, { device, user: 'borrower' }),
      );
      expect(await people()).toBe(2);
      expect(await store.eventsOf({ user: 'owner' }, undefined, 10)).toHaveLength(1);
      expect(await store.eventsOf({ device }, undefined, 10)).toHaveLength(4);
      const byDay = async () => {
        const { points, people: each } = await peopleBy(queries, filter, 'day');
        return points.flatMap((point, n) => (each[n] ? [`${point} ${each[n]}`] : []));
      };
      const before = ['2026-10-22 1', '2026-11-20 1'];
      expect(await byDay()).toEqual(before);
      await store.expire(NOW - 10 * DAY);
      expect(await people()).toBe(2);
      expect(await byDay()).toEqual(before);
      // What is left joins the device to the borrower.
      expect(await store.erase({ user: 'owner' })).toBe(0);
      expect(await people()).toBe(1);
      expect(await store.erase({ user: 'borrower' })).toBe(1);
      expect(await people()).toBe(1);
      expect(await store.erase({ device })).toBe(1);
      expect(await people()).toBe(0);
    });

    it('keeps no more for a device of 10,000 users and a user of 10,000 devices than a row for an event, and counts on', async () => {
      const { store, load, people } = await fresh();
      const CLAIMS = 10_000;
      const claims = (more: (n: number) => Partial<StoredEvent>, at: number) =>
        Array.from({ length: CLAIMS }, (_, n) => eventAt(at - n, more(n)));
      const rows = async () => {
        const [counted] = await store.query<{ rows: number }>(`select count(*) as rows from ${kept}`);
        return counted?.rows;
      };
      // Each event takes the join from the one before it; those of the second load once more.
      for (const at of [NOW - HOUR, NOW - 2 * HOUR]) {
        await load(...claims(n => ({ device: 'one', user: `user-${n}` }), at));
        expect(await rows()).toBe(CLAIMS);
      }
      for (const at of [NOW - HOUR, NOW - 2 * HOUR]) {
        await load(...claims(n => ({ device: `device-${n}`, user: 'one' }), at));
        expect(await rows()).toBe(2 * CLAIMS);
      }
      expect(await people()).toBe(CLAIMS + 1);
      await load(
        eventAt(NOW - 2 * MINUTE, { device: 'honest' }),
        eventAt(NOW - MINUTE, { device: 'honest', user: 'pupil' }),
      );
      expect([await people(), await rows()]).toEqual([CLAIMS + 2, 2 * CLAIMS + 1]);
    });

    it('forgets the joins of sample data with it', async () => {
      const { store, queries, load, people } = await fresh();
      const steps = ['before', 'in'].map(key => ({ kind: 'custom', key }) as const);
      const funnel = async () =>
        (await stepsOf(queries, { ...filter, sample: 'without' }, steps, 5 * DAY)).map(step => step.people);
      await load(
        eventAt(NOW - 3 * DAY, { key: 'before', device: 'x' }),
        eventAt(NOW - HOUR, { key: 'in', device: 'x', user: '2' }),
      );
      expect(await people()).toBe(1);
      expect(await funnel()).toEqual([1, 1]);
      await store.loadSample([eventAt(NOW - 2 * DAY, { device: 'x', user: '1', sample: true })], []);
      // What the device did before belongs to the sample's user, of whom the second step is not.
      expect(await people()).toBe(2);
      expect(await funnel()).toEqual([1, 0]);
      await store.eraseSample();
      expect(await people()).toBe(1);
      expect(await funnel()).toEqual([1, 1]);
    });
  });
};
