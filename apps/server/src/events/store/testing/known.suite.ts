/** What a store knows of an event and of people beside the record: one suite, run by a test file of each store. */
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../record/stored-event.ts';
import { type Derived, derivedColumns } from '../derived.ts';
import type { StoredPerson } from '../people.ts';
import { personOf } from '../rows.ts';
import type { Tested } from './event-store.suite.ts';
import { type Filter, movesOf, peopleOf, totalOf } from './asked.ts';
import { eventAt, NOW } from './events.ts';

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0';
const none: Derived = {
  browser: null,
  system: null,
  device_class: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
};
const origin = { referrer: 'www.example.com', utm_source: '微信', utm_medium: "o'post", utm_campaign: 'a"b' };

const anna: StoredPerson = {
  user: 'anna',
  grade: 7,
  signedUp: NOW - 1000,
  site: 'school',
  fields: { class: '七（3）' },
};
const ben: StoredPerson = { user: "o'ben", grade: null, signedUp: 0, site: null, fields: {} };

/** @param open an empty store whose clock stands at `NOW` */
export const knownSuite = (name: string, open: () => Promise<Tested>): void => {
  describe(`what is known beside the record: ${name}`, () => {
    const opened: Tested[] = [];
    const fresh = async () => {
      const tested = await open();
      opened.push(tested);
      return tested;
    };
    afterEach(async () => {
      for (const tested of opened.splice(0)) await tested.remove();
    });

    it('derives device and origin at the load: of the user agent where it is there, of views alone', async () => {
      const { store } = await fresh();
      const cases: readonly (readonly [Partial<StoredEvent>, Partial<Derived>])[] = [
        [{ userAgent: EDGE }, { browser: 'Edge', system: 'Windows', device_class: 'desktop' }],
        [
          { userAgent: EDGE, bot: true },
          { browser: 'Edge', system: 'Windows', device_class: 'bot' },
        ],
        [{ userAgent: 'curl/8.5.0' }, { device_class: 'other' }],
        [{ bot: true }, {}],
        [{ kind: 1, key: '/', data: { ...origin, more: 1 } }, origin],
        [{ kind: 1, key: '/', data: { utm_source: '', utm_medium: 7, referrer: ['x'] } }, {}],
        [{ data: origin }, {}],
        [{ kind: 5, key: '/', data: origin }, {}],
      ];
      const events = cases.map(([more], sequence) => eventAt(NOW - 1000, { user: 'a', sequence, ...more }));
      await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
      expect(await store.query(`select ${derivedColumns.join(', ')} from events order by sequence`)).toEqual(
        cases.map(([, derived]) => ({ ...none, ...derived })),
      );
      // The record stays as it was reported.
      expect(await store.eventsOf({ user: 'a' }, undefined, 100)).toEqual(events);
    });

    it('counts the leaving of a page as no activity, no view and no step of a path', async () => {
      const { store, queries } = await fresh();
      const events = [
        eventAt(NOW - 3000, { user: 'a', kind: 1, key: '/' }),
        eventAt(NOW - 2000, { user: 'a', kind: 5, key: '/', duration: 1000 }),
        eventAt(NOW - 2000, { user: 'a', kind: 1, key: '/lessons', sequence: 1 }),
        eventAt(NOW - 1000, { user: 'b', kind: 5, key: '/', duration: 3000 }),
      ];
      await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
      const all: Filter = {
        sample: 'with',
        bots: 'with',
        dev: 'with',
        zone: 'UTC',
        from: '2026-11-01',
        to: '2026-11-30',
      };
      const left = { event: { kind: 'leave' } } as const;
      expect(await peopleOf(queries, all)).toBe(1);
      expect(await totalOf(queries, all)).toBe(2);
      expect(await totalOf(queries, all, left)).toBe(2);
      expect((await queries.keys({ ...all, kind: undefined, search: undefined, top: 9 })).keys).toHaveLength(
        2,
      );
      expect(await movesOf(queries, all)).toEqual(['/>/lessons 1', '/lessons> 1', '>/ 1']);
      const question = { v: 1, kind: 'time', zone: 'UTC' } as const;
      expect(await queries.ask(question)).toMatchObject({
        rows: [
          { by: [], times: 2, sum: 4000 },
          { by: ['leave', '/'], times: 2, sum: 4000 },
        ],
      });
      await store.erase({ user: 'b' });
      expect(await totalOf(queries, all, left)).toBe(1);
    });

    it('knows of people what it was told last, by their hash, and forgets who is gone or erased', async () => {
      const { store } = await fresh();
      const rowOf = ({ user, grade, signedUp, site, fields }: StoredPerson) => ({
        who: String(personOf({ user })),
        grade,
        signed_up: signedUp,
        site,
        fields: JSON.stringify(fields),
      });
      const expectPeople = async (...people: StoredPerson[]) => {
        const rows = await store.query(
          'select cast(person as varchar) as who, grade, signed_up, site, fields from people',
        );
        const order = (one: { who: string }, other: { who: string }) => (one.who < other.who ? -1 : 1);
        expect((rows as unknown as { who: string }[]).toSorted(order)).toEqual(
          people.map(rowOf).toSorted(order),
        );
      };
      expect(await store.peopleAt()).toBe(0);
      await expectPeople();
      // Everybody, in pages: the number comes with the last.
      expect(await store.changePeople({ from: 0, to: -5, all: true, people: [anna], gone: [] })).toBe(true);
      expect(await store.peopleAt()).toBe(-5);
      // Another one has begun meanwhile.
      expect(await store.changePeople({ from: -4, to: 5, people: [ben], gone: [] })).toBe(false);
      expect(await store.changePeople({ from: -5, to: 5, people: [ben], gone: [] })).toBe(true);
      expect(await store.peopleAt()).toBe(5);
      await expectPeople(anna, ben);
      // Of another number than its own it takes nothing.
      expect(await store.changePeople({ from: 4, to: 9, people: [], gone: ['anna'] })).toBe(false);
      const older = { ...anna, grade: 8 };
      expect(await store.changePeople({ from: 5, to: 6, people: [older], gone: ["o'ben", 'nobody'] })).toBe(
        true,
      );
      await expectPeople(older);
      expect(await store.changePeople({ from: 6, to: 7, people: [ben], gone: [] })).toBe(true);
      await store.erase({ device: 'anna' });
      await expectPeople(older, ben);
      await store.erase({ user: 'anna' });
      await expectPeople(ben);
      expect(await store.changePeople({ from: 7, to: 8, all: true, people: [anna], gone: [] })).toBe(true);
      await expectPeople(anna);
      expect(await store.peopleAt()).toBe(8);
    });
  });
};
