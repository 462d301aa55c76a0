/** What every event store has to do, whichever it is: one suite, run by a test file of each. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredReport } from '../../record/stored-report.ts';
import type { Subject } from '../../record/subject.ts';
import type { EventStore } from '../event-store.ts';
import type { QueryClient } from '../query-client.ts';
import type { BoundQueries } from '../../../features/usage/testing/bound-queries.ts';
import type { StoredEvent } from '../../record/stored-event.ts';
import {
  about,
  type Filter,
  FIRST_AND_AGAIN,
  MEASURED,
  movesOf,
  newPeopleOf,
  peopleOf,
  rounded,
  stepsOf,
  totalOf,
} from './asked.ts';
import { anyEvents, eventAt, FUNNELS, NOW, storyInParts, walks, WINDOWS } from './events.ts';
import { NaiveStore } from './naive-store.ts';

/** A store under test. */
export interface Tested {
  readonly store: EventStore &
    Pick<QueryClient, 'query'> & {
      loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<number>;
      compact(): Promise<void>;
    };
  readonly queries: BoundQueries;
  /** Kills what holds the data, as a power cut would, and opens it again. */
  kill(): Promise<Tested>;
  /** Closes it and removes its data. */
  remove(): Promise<void>;
}

const who = { sample: 'with', bots: 'without', dev: 'with' } as const;
/** All products and platforms of the weeks around `NOW`. */
const everything = {
  ...who,
  product: undefined,
  platform: undefined,
  zone: 'UTC',
  from: '2026-10-01',
  to: '2026-11-30',
} as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Act =
  | { readonly act: 'load' | 'sample'; readonly events: readonly StoredEvent[] }
  | { readonly act: 'parts'; readonly parts: readonly (readonly StoredEvent[])[] }
  /** Some loaded events come again, so many milliseconds later. */
  | { readonly act: 'again'; readonly picks: readonly number[]; readonly later: number }
  | { readonly act: 'compact' | 'eraseSample' | 'kill' }
  /** All together. */
  | { readonly act: 'erase'; readonly subjects: readonly Subject[] };

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: anyEvents(40).map(events => ({ act: 'load' as const, events })),
    },
    { weight: 3, arbitrary: storyInParts.map(parts => ({ act: 'parts' as const, parts })) },
    {
      weight: 1,
      arbitrary: anyEvents(10).map(events => ({
        act: 'sample' as const,
        events: events.map(event => ({ ...event, sample: true as const })),
      })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({
          picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }),
          later: fc.constantFrom(0, 0, MINUTE, 2 * HOUR, 9 * DAY, 40 * DAY),
        })
        .map(again => ({ act: 'again' as const, ...again })),
    },
    { weight: 3, arbitrary: fc.constant({ act: 'compact' as const }) },
    {
      weight: 2,
      arbitrary: fc
        .array(
          fc.constantFrom<Subject>(
            { user: '1' },
            { user: '2' },
            { device: '1' },
            { device: '2' },
            { device: "o'brien" },
            { user: 'nobody' },
          ),
          { minLength: 1, maxLength: 4 },
        )
        .map(subjects => ({ act: 'erase' as const, subjects })),
    },
    { weight: 1, arbitrary: fc.constant({ act: 'eraseSample' as const }) },
  ),
  { minLength: 2, maxLength: 8 },
);

/**
 * Erases subjects together. @returns how many events that were; whose an event of two of them was, a store may say
 * either way
 */
const erasedBy = async (store: Pick<EventStore, 'erase'>, subjects: readonly Subject[]): Promise<number> => {
  const events = await Promise.all(subjects.map(subject => store.erase(subject)));
  return events.reduce((sum, each) => sum + each, 0);
};

const counted = fc.constantFrom('with' as const, 'without' as const, 'only' as const);
export const filters = fc.record({
  product: fc.constantFrom(undefined, 'school', 'contest'),
  platform: fc.constantFrom(undefined, undefined, 'web'),
  sample: counted,
  bots: counted,
  dev: counted,
  zone: fc.constantFrom('Asia/Shanghai', 'America/New_York', 'UTC'),
  from: fc.constantFrom('2026-10-15', '2026-11-01', '2026-11-20'),
  to: fc.constantFrom('2026-11-20', '2026-11-21', '2026-12-03'),
});

/** Every query and every kind of question with a filter and its own choices, as a list of names and answers. */
export const askAll = async (queries: BoundQueries, filter: Filter): Promise<Record<string, unknown>> => {
  const of = { v: 1, ...about(filter) } as const;
  const answers: Record<string, unknown> = {
    scope: await queries.scope(),
    products: await queries.listProducts({ search: '', after: '', limit: 9 }),
    'products found': await queries.listProducts({ search: 's', after: 's', limit: 1 }),
    live: await queries.live(filter),
  };
  for (const grain of ['day', 'week', 'month'] as const) {
    answers[`trend ${grain}`] = await queries.ask({ ...of, kind: 'trend', grain, series: MEASURED });
    answers[`retention ${grain}`] = await queries.ask({ ...of, ...FIRST_AND_AGAIN, grain, length: 4 });
  }
  const short = about({ ...filter, from: '2026-11-10', to: '2026-11-21' });
  answers['trend hour'] = await queries.ask({ ...of, ...short, kind: 'trend', grain: 'hour' });
  for (const by of [
    'event.key',
    'device.platform',
    'device.language',
    'data.lesson',
    'data.x/y~z',
    'data.a b',
  ] as const)
    answers[`trend by ${by}`] = await queries.ask({
      ...of,
      kind: 'trend',
      grain: 'week',
      series: MEASURED,
      breakdowns: [by],
      top: 2,
    });
  const key = { kind: 'view', key: "it's %" } as const;
  answers['trend of a key'] = await queries.ask({
    ...of,
    kind: 'trend',
    series: MEASURED.map(measured => ({ ...measured, event: key })),
  });
  answers['retention of a key'] = await queries.ask({
    ...of,
    kind: 'retention',
    series: [{ event: key }, {}],
    start: 'each',
    length: 4,
  });
  for (const [n, steps] of FUNNELS.entries())
    for (const window of WINDOWS)
      answers[`funnel ${n} ${window}`] = await queries.ask({
        ...of,
        kind: 'funnel',
        series: steps.map(event => ({ event })),
        window,
      });
  answers['stickiness'] = await queries.ask({ ...of, kind: 'stickiness' });
  answers['time'] = await queries.ask({ ...of, kind: 'time', top: 3 });
  answers['people'] = await queries.ask({ ...of, kind: 'people', top: 3 });
  answers['paths'] = await queries.ask({ ...of, kind: 'paths', top: 5 });
  answers['paths of a page'] = await queries.ask({ ...of, kind: 'paths', page: { through: 'a' }, top: 200 });
  answers['heatmap'] = await queries.heatmap({ ...filter, page: 'a', width: undefined });
  answers['heatmap wide'] = await queries.heatmap({ ...filter, page: 'b', width: 'wide' });
  answers['keys'] = await queries.keys({ ...filter, kind: undefined, search: undefined, top: 3 });
  answers['keys found'] = await queries.keys({ ...filter, kind: 'view', search: "IT'S", top: 3 });
  answers['properties'] = await queries.properties({ ...filter, kind: 'custom', key: 'a' });
  return answers;
};

export const expectSame = (got: Record<string, unknown>, wanted: Record<string, unknown>): void => {
  for (const [name, answer] of Object.entries(wanted))
    expect(rounded(got[name]), name).toEqual(rounded(answer));
};

/**
 * @param open an empty store whose clock stands at `NOW`
 * @param runs how many histories are tried
 */
export const eventStoreSuite = (name: string, open: () => Promise<Tested>, runs: number): void => {
  describe(`the event store: ${name}`, () => {
    const opened: Tested[] = [];
    const fresh = async () => {
      const tested = await open();
      opened.push(tested);
      return tested;
    };
    afterEach(async () => {
      for (const tested of opened.splice(0)) await tested.remove();
    });

    it('answers every query like a naive implementation, after any history of loads, erasures and compactions', async () => {
      const tested = await fresh();
      await fc.assert(
        fc.asyncProperty(acts, filters, async (history, filter) => {
          const { store, queries } = tested;
          // One store for all histories: each begins by taking out what the one before put in.
          for (const subject of subjects) await store.erase(subject);
          await store.eraseSample();
          const naive = new NaiveStore(() => NOW);
          let offset = (await store.position(0)).loadedTo;
          const shift = offset;
          const sent: StoredEvent[] = [];
          const load = async (events: readonly StoredEvent[]) => {
            sent.push(...events);
            const to = offset + 1 + events.length;
            const known = await naive.load({
              partition: 0,
              from: offset - shift,
              to: to - shift,
              events,
              reports: [],
            });
            expect(await store.load({ partition: 0, from: offset, to, events, reports: [] })).toBe(known);
            offset = to;
          };
          for (const act of history) {
            // Every event has a user or device, so that it can be erased afterwards.
            if (act.act === 'load') await load(act.events.map(marked));
            else if (act.act === 'parts') for (const part of act.parts) await load(part.map(marked));
            else if (act.act === 'again') {
              const again = act.picks.flatMap(pick => sent[pick % Math.max(1, sent.length)] ?? []);
              await load(again.map(event => ({ ...event, received: event.received + act.later })));
            } else if (act.act === 'sample') {
              await store.loadSample(act.events, []);
              await naive.loadSample(act.events, []);
            } else if (act.act === 'erase') {
              expect(await erasedBy(store, act.subjects)).toBe(await erasedBy(naive, act.subjects));
            } else if (act.act === 'eraseSample') {
              expect(await store.eraseSample()).toBe(await naive.eraseSample());
            } else if (act.act === 'compact') {
              await store.compact();
              await naive.compact();
            }
          }
          expectSame(await askAll(queries, filter), await askAll(naive, filter));
          // Most filters leave most events out; who is one person shows where none is.
          const all = { ...everything, bots: 'with' } as const;
          for (const answer of [movesOf, peopleOf, newPeopleOf])
            expect(await answer(queries, all)).toEqual(await answer(naive, all));
          for (const subject of subjects) {
            expect(await store.eventsOf(subject, undefined, 1000)).toEqual(
              await naive.eventsOf(subject, undefined, 1000),
            );
          }
        }),
        { numRuns: runs },
      );
    });

    it('counts nobody for an event that has no user, device or process', async () => {
      const { store, queries } = await fresh();
      const events = [eventAt(NOW), eventAt(NOW, { device: '1' })];
      await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
      for (const zone of ['UTC', 'Asia/Shanghai']) {
        expect(await peopleOf(queries, { ...everything, zone })).toBe(1);
        expect(await newPeopleOf(queries, { ...everything, zone })).toEqual(['2026-11-21 1']);
      }
    });

    it('counts as new on a platform who was on no other before', async () => {
      const { store, queries } = await fresh();
      const events = [
        eventAt(NOW - 3 * DAY, { user: 'known', platform: 'h5' }),
        eventAt(NOW - DAY, { user: 'known', platform: 'web' }),
        eventAt(NOW - DAY, { user: 'new', platform: 'web' }),
        eventAt(NOW - DAY - 1, { user: 'new on both', platform: 'h5' }),
        eventAt(NOW - DAY, { user: 'new on both', platform: 'web' }),
      ];
      await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
      const web = { ...everything, platform: 'web' };
      expect(await newPeopleOf(queries, web)).toEqual(['2026-11-20 2']);
      await store.expire(NOW);
      expect(await newPeopleOf(queries, web)).toEqual(['2026-11-20 2']);
    });

    it('gives the events of a person in pages, the oldest first, exactly as they were reported', async () => {
      const { store } = await fresh();
      const events = Array.from({ length: 25 }, (_, n) =>
        eventAt(NOW - n * 1000, {
          user: '7',
          data: { n, deep: { list: [1, '二'] } },
          duration: n,
          open: true,
        }),
      );
      const reports: StoredReport[] = [];
      await store.load({
        partition: 0,
        from: 0,
        to: 10,
        events: [...events, eventAt(NOW, { user: '8' })],
        reports,
      });
      const pages: StoredEvent[] = [];
      for (let after: string | undefined; ; ) {
        const page = await store.eventsOf({ user: '7' }, after, 10);
        pages.push(...page);
        after = page.at(-1)?.id;
        if (page.length < 10) break;
      }
      expect(pages).toEqual(events.toReversed());
    });

    it('loads a batch once, and refuses one that leaves a gap or overlaps', async () => {
      const { store, queries } = await fresh();
      const batch = { partition: 0, from: 0, to: 5, events: [eventAt(NOW)], reports: [] };
      await store.load(batch);
      await store.load(batch);
      await expect(store.load({ ...batch, from: 7, to: 9 })).rejects.toThrow('goes on at 5');
      await expect(store.load({ ...batch, from: 4, to: 9 })).rejects.toThrow('goes on at 5');
      expect(await store.position(0)).toEqual({ loadedTo: 5 });
      expect((await queries.scope()).events).toBe(1);
    });

    it('counts an id once: in a batch, in a later one, after 40 days, after an erasure, and with an impossible time [7.acknowledged]', async () => {
      const { store, queries } = await fresh();
      let offset = 0;
      const load = async (...events: StoredEvent[]) => {
        const from = offset;
        offset += 1;
        return store.load({ partition: 0, from, to: offset, events, reports: [] });
      };
      const again = (event: StoredEvent, later: number) => ({ ...event, received: event.received + later });
      const plain = eventAt(NOW - 20 * DAY, { user: '1' });
      const late = eventAt(NOW - 25 * DAY, { user: '1', received: NOW - 20 * DAY });
      const ahead = eventAt(NOW + 6 * MINUTE, { user: '1', received: NOW - 20 * DAY });
      const ancient = { ...eventAt(0), time: NOW, received: NOW - 20 * DAY };
      expect(await load(plain, plain, late, ahead, ancient)).toBe(1);
      for (const later of [0, MINUTE, 2 * HOUR, 20 * DAY + 2 * MINUTE, 40 * DAY])
        expect(await load(...[plain, late, ahead, ancient].map(event => again(event, later)))).toBe(4);
      expect(await load(eventAt(NOW - 20 * DAY), again(plain, 1), eventAt(NOW))).toBe(1);
      expect((await queries.scope()).events).toBe(6);
      expect(await store.erase({ user: '1' })).toBe(3);
      expect(await load(again(plain, HOUR), again(late, HOUR), again(ahead, HOUR))).toBe(3);
      await store.expire(NOW - DAY);
      expect(await load(again(plain, 60 * DAY))).toBe(0);
    });

    it('continues at another offset of the log if the load allows it, and loads nothing twice', async () => {
      const { store, queries } = await fresh();
      const batch = { partition: 0, from: 0, to: 5, events: [eventAt(NOW)], reports: [] };
      await store.load(batch);
      await store.moveTo(0, 0);
      expect(await store.position(0)).toEqual({ loadedTo: 0 });
      expect(await store.load({ ...batch, to: 3, events: [...batch.events, eventAt(NOW)] })).toBe(1);
      expect((await queries.scope()).events).toBe(2);
    });

    it('counts what has expired once where the log is read again from an older copy', async () => {
      const { store, queries } = await fresh();
      const events = [
        eventAt(NOW - 30 * DAY, { user: '1' }),
        // It came late, so its row goes before those that were received with it.
        eventAt(NOW - 30 * DAY, { user: '1', received: NOW - 5 * DAY }),
        eventAt(NOW - 5 * DAY, { user: '1' }),
      ];
      const batch = { partition: 0, from: 0, to: 5, events, reports: [] };
      await store.load(batch);
      const total = () => totalOf(queries, everything);
      for (const expired of [10, 4]) {
        await store.expire(NOW - expired * DAY);
        await store.compact();
        await store.moveTo(0, 0);
        expect(await store.load(batch)).toBe(3);
        expect(await total()).toBe(3);
      }
      const late = eventAt(NOW - 25 * DAY, { received: NOW });
      expect(await store.load({ ...batch, from: 5, to: 6, events: [late] })).toBe(0);
      expect(await total()).toBe(4);
    });

    it('keeps a position for each partition of the log', async () => {
      const { store, queries } = await fresh();
      await store.load({ partition: 3, from: 0, to: 7, events: [eventAt(NOW)], reports: [] });
      await store.load({ partition: 0, from: 0, to: 2, events: [eventAt(NOW)], reports: [] });
      await store.load({ partition: 3, from: 7, to: 9, events: [eventAt(NOW)], reports: [] });
      const positions = async () => Promise.all([0, 1, 3].map(number => store.position(number)));
      expect(await positions()).toEqual([{ loadedTo: 2 }, { loadedTo: 0 }, { loadedTo: 9 }]);
      await store.moveTo(3, 5);
      await store.moveTo(1, 4);
      expect(await positions()).toEqual([{ loadedTo: 2 }, { loadedTo: 4 }, { loadedTo: 5 }]);
      expect((await queries.scope()).events).toBe(3);
    });

    it('keeps the positions of one log apart from those of another', async () => {
      const { store, queries } = await fresh();
      const batch = { partition: 0, log: 'a', from: 0, to: 7, events: [eventAt(NOW)], reports: [] };
      await store.load(batch);
      expect(await Promise.all(['a', 'b'].map(log => store.position(0, log)))).toEqual([
        { loadedTo: 7 },
        { loadedTo: 0 },
      ]);
      expect(await store.load({ ...batch, log: 'b', events: [eventAt(NOW)] })).toBe(0);
      expect((await queries.scope()).events).toBe(2);
      await store.moveTo(0, 2, { log: 'a' });
      expect(await Promise.all(['a', 'b'].map(log => store.position(0, log)))).toEqual([
        { loadedTo: 2 },
        { loadedTo: 7 },
      ]);
    });

    it('loads other events at an offset that came before the log was restored', async () => {
      const { store, queries } = await fresh();
      const batch = { partition: 0, log: 'a', from: 0, to: 7, events: [eventAt(NOW)], reports: [] };
      await store.load(batch);
      await store.moveTo(0, 0, { log: 'a' });
      expect(await store.load({ ...batch, events: [eventAt(NOW)] })).toBe(0);
      expect((await queries.scope()).events).toBe(2);
    });

    it('stores a load completely or not at all, and continues there after a kill', async () => {
      let tested = await fresh();
      const events = Array.from({ length: 3000 }, (_, n) => eventAt(NOW - n, { user: `${n % 7}` }));
      await tested.store.load({ partition: 0, from: 0, to: 3000, events, reports: [] });
      const range = { from: 3000, to: 6000 };
      const batch = { partition: 0, ...range, events: events.map(e => eventAt(e.time)), reports: [] };
      const second = tested.store.load(batch);
      // Whether it was committed is left to chance; that both say the same is not.
      second.catch(() => undefined);
      opened.length = 0;
      tested = await tested.kill();
      opened.push(tested);
      const { unfinished } = await tested.store.position(0);
      if (unfinished) {
        expect(unfinished).toEqual(range);
        await tested.store.load(batch);
      }
      const to = (await tested.store.position(0)).loadedTo;
      expect([3000, 6000]).toContain(to);
      expect((await tested.queries.scope()).events).toBe(to);
      expect(await totalOf(tested.queries, everything)).toBe(to);
    });

    it('counts a funnel within its window from the first step of the longest match', async () => {
      const { store, queries } = await fresh();
      const begin = NOW - DAY;
      const step = (user: string, key: string, after: number) => eventAt(begin + after, { user, key });
      const events = [
        // Within the window to the millisecond.
        step('exact', 'a', 0),
        step('exact', 'b', HOUR),
        step('late', 'a', 0),
        step('late', 'b', HOUR + 1),
        // The second beginning serves, the first does not.
        step('again', 'a', 0),
        step('again', 'a', 2 * HOUR),
        step('again', 'b', 2 * HOUR + 1000),
        step('backwards', 'b', 0),
        step('backwards', 'a', 1),
        step('half', 'a', 5),
      ];
      await store.load({ partition: 0, from: 0, to: 9, events, reports: [] });
      const steps = await stepsOf(
        queries,
        everything,
        [
          { kind: 'custom', key: 'a' },
          { kind: 'custom', key: 'b' },
        ],
        HOUR,
      );
      expect(steps.map(({ people, between }) => [people, between?.p50, between?.p90])).toEqual([
        [5, undefined, undefined],
        [2, 1000, HOUR],
      ]);
    });

    it('counts the funnels of many people like a naive implementation', async () => {
      const { store, queries } = await fresh();
      const naive = new NaiveStore(() => NOW);
      let people = 0;
      let offset = 0;
      await fc.assert(
        fc.asyncProperty(walks, filters, async (some, { zone, to }) => {
          const events = some.flatMap(own => {
            const user = `${people++}`;
            return own.map(event => ({ ...event, user }));
          });
          const batch = { partition: 0, from: offset, to: ++offset, events, reports: [] };
          for (const each of [store, naive]) await each.load(batch);
          for (const window of WINDOWS)
            for (const steps of FUNNELS) {
              const of = about({ ...everything, zone, to });
              const question = {
                v: 1,
                kind: 'funnel',
                ...of,
                series: steps.map(event => ({ event })),
                window,
              } as const;
              expect(await queries.ask(question)).toEqual(await naive.ask(question));
            }
        }),
        { numRuns: 2 * runs, endOnFailure: true },
      );
    });

    it('counts people over years, and as many after their rows expired, like a naive implementation', async () => {
      const { store, queries } = await fresh();
      const naive = new NaiveStore(() => NOW);
      // About midnight in Shanghai, on days that are near and far from each other.
      const events = [0, 1, 2, 3, 7, 27, 28, 60, 63, 64, 65, 127, 128, 129, 200, 391, 392, 900].flatMap(
        (days, n) =>
          Array.from({ length: 9 }, (_, person) => {
            const time = Date.UTC(2026, 10, 20, 15, 59, 59, 999) - days * DAY + ((n + person) % 4) * (n % 5);
            return eventAt(time, {
              kind: ([0, 1, 2, 3, 4] as const)[(n * person) % 5] ?? 0,
              ...((n + person) % 3 === 0 ? { platform: 'web' } : {}),
              ...(person % 3 === 0 ? {} : { device: `device ${person}` }),
              // A user alone, a device alone, and a device that is joined in the course of time.
              ...(person % 3 === 0 || (person % 3 === 1 && n < 8 - person) ? { user: `user ${person}` } : {}),
            });
          }),
      );
      const batch = { partition: 0, from: 0, to: events.length, events, reports: [] };
      for (const each of [store, naive]) await each.load(batch);
      const answers = async (own: BoundQueries) => {
        const all = [];
        for (const zone of ['Asia/Shanghai', 'UTC'])
          for (const platform of [undefined, 'web'])
            for (const [grain, from, to] of [
              ['day', '2025-10-20', '2026-11-20'],
              ['day', '2026-11-18', '2026-11-19'],
              ['week', '2023-12-01', '2026-11-19'],
              ['month', '2023-12-01', '2026-11-20'],
            ] as const) {
              const of = {
                v: 1,
                ...about({ ...who, product: undefined, platform, zone, from, to }),
                grain,
              } as const;
              all.push(await own.ask({ ...of, kind: 'trend', series: [{ measure: 'people' }] }));
              all.push(await own.ask({ ...of, ...FIRST_AND_AGAIN, length: 12 }));
            }
        return all;
      };
      const before = await answers(queries);
      expect(before).toEqual(await answers(naive));
      await store.expire(NOW - 64 * DAY);
      expect(await answers(queries)).toEqual(before);
    });

    it('takes any text as a name, and finds it in lower and upper case', async () => {
      const { store, queries } = await fresh();
      const naive = new NaiveStore(() => NOW);
      const names = [
        "o'brien",
        '\\',
        '\\n\\N',
        'tab\there',
        'two\r\nlines',
        '%_',
        '{key:String} $key ?',
        'Ärger',
        'äRGER',
        '数学 😀',
        "'; drop table events; --",
      ];
      const events = names.map((key, n) =>
        eventAt(NOW - n * MINUTE, {
          key,
          product: key,
          platform: key,
          user: key,
          data: { [key]: key, other: n },
        }),
      );
      const batch = { partition: 0, from: 0, to: 1, events, reports: [] };
      await store.load(batch);
      await naive.load(batch);
      for (const key of names) {
        const filter = { ...everything, product: key, platform: key };
        const of = { v: 1, ...about(filter) } as const;
        for (const answer of [
          (from: BoundQueries) =>
            from.ask({
              ...of,
              kind: 'trend',
              grain: 'week',
              series: [{ event: { kind: 'custom', key }, measure: 'people' }],
              // No field's name has a control character.
              breakdowns: [/\p{Cc}/u.test(key) ? 'event.key' : `data.${key}`],
            }),
          (from: BoundQueries) => from.keys({ ...everything, kind: 'custom', search: key, top: 9 }),
          (from: BoundQueries) => from.properties({ ...filter, kind: 'custom', key }),
          (from: BoundQueries) => from.listProducts({ search: key, after: '', limit: 9 }),
          (from: BoundQueries) =>
            from.ask({
              ...of,
              kind: 'funnel',
              series: [{ event: { kind: 'custom', key } }, { event: { kind: 'view', key } }],
              window: HOUR,
            }),
        ])
          expect(await answer(queries), key).toEqual(await answer(naive));
      }
    });

    it('lists the five most frequent values of a field, however often it is null', async () => {
      const { store, queries } = await fresh();
      const values = [
        null,
        null,
        null,
        'f',
        'e',
        'd',
        'd',
        true,
        1.5,
        '1.5',
        { deep: [1, '二'] },
        'c',
        12e18,
      ];
      const events = values.map((value, n) => eventAt(NOW - n, { data: { field: value } }));
      await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
      const { properties } = await queries.properties({ ...everything, kind: 'custom', key: 'lesson.open' });
      expect(properties).toEqual([
        {
          name: 'field',
          events: 13,
          values: 8,
          common: ['1.5', 'd', '12000000000000000000', 'c', 'e'],
        },
      ]);
    });

    it('ends a path after half an hour, before and after compaction, and for late views', async () => {
      const { store, queries } = await fresh();
      const begin = NOW - 20 * DAY;
      const view = (key: string, after: number) => eventAt(begin + after, { kind: 1, key, user: '1' });
      const [a, b, c] = [view('a', 0), view('b', HOUR / 2), view('c', HOUR + 1)];
      const moves = () => movesOf(queries, everything);
      const split = ['>a 1', '>c 1', 'a>b 1', 'b> 1', 'c> 1'];
      await store.load({ partition: 0, from: 0, to: 3, events: [a, b, c], reports: [] });
      expect(await moves()).toEqual(split);
      await store.compact();
      expect(await moves()).toEqual(split);
      await store.load({ partition: 0, from: 3, to: 4, events: [view('late', HOUR)], reports: [] });
      await store.compact();
      expect(await moves()).toEqual(['>a 1', 'a>b 1', 'b>late 1', 'c> 1', 'late>c 1']);
    });

    it('recomputes the first visit of a person after an earlier device is erased', async () => {
      const { store, queries } = await fresh();
      const events = [
        eventAt(NOW - 6 * DAY, { user: '1', device: 'old', duration: 5 }),
        eventAt(NOW - 2 * DAY, { user: '1', device: 'new', duration: 7 }),
      ];
      await store.load({ partition: 0, from: 0, to: 2, events, reports: [] });
      const fresher = () => newPeopleOf(queries, everything);
      expect(await fresher()).toEqual(['2026-11-15 1']);
      expect(await store.erase({ device: 'old' })).toBe(1);
      expect(await fresher()).toEqual(['2026-11-19 1']);
      const duration = { measure: { of: 'sum', property: 'event.duration' } } as const;
      expect(await totalOf(queries, everything, duration)).toBe(7);
    });

    it('has no cohorts of days that have not begun', async () => {
      const { store, queries } = await fresh();
      const events = [eventAt(NOW, { user: '1' }), eventAt(NOW + 4 * MINUTE, { user: '2' })];
      await store.load({ partition: 0, from: 0, to: 2, events, reports: [] });
      const cohorts = async (from: string, to: string, grain: 'day' | 'week') => {
        const question = {
          v: 1,
          ...FIRST_AND_AGAIN,
          ...about({ ...everything, from, to }),
          grain,
          length: 3,
        } as const;
        const body = await queries.ask(question);
        return body.kind === 'retention' ? body.groups[0]?.cohorts : undefined;
      };
      for (const grain of ['day', 'week'] as const)
        expect(await cohorts('2026-12-01', '2026-12-03', grain)).toEqual([]);
      expect(await cohorts('2026-11-21', '2026-11-23', 'day')).toEqual([
        { point: '2026-11-21', people: 2, back: [2] },
      ]);
    });

    it('erases a device of many users with its consents, and nothing of theirs elsewhere', async () => {
      const { store, queries } = await fresh();
      const shared = { device: 'shared' };
      const users = Array.from({ length: 150 }, (_, n) => ({ user: `pupil ${n}` }));
      const events = [
        ...users.flatMap((who, n) => [
          eventAt(NOW - n * 17 * HOUR, { ...shared, ...who }),
          eventAt(NOW - n * 17 * HOUR - 1, { ...who, device: `own ${n}` }),
        ]),
        eventAt(NOW - 200 * 24 * HOUR, { ...shared, kind: 3 }),
        eventAt(NOW - 201 * 24 * HOUR, { ...shared, ...users[0], kind: 4 }),
        eventAt(NOW - 3 * HOUR, shared),
        eventAt(NOW - 5 * HOUR, { device: 'other', kind: 3 }),
      ];
      await store.load({ partition: 0, from: 0, to: 9, events, reports: [] });
      await store.compact();
      expect(await store.erase(shared)).toBe(153);
      expect(await store.eventsOf(shared, undefined, 9)).toEqual([]);
      expect(await store.eventsOf({ device: 'other' }, undefined, 9)).toHaveLength(1);
      const filter = { ...everything, bots: 'with', zone: 'Asia/Shanghai', from: '2026-05-01' } as const;
      expect(await peopleOf(queries, filter)).toBe(150);
      const came = await newPeopleOf(queries, filter);
      expect(came.reduce((sum, each) => sum + Number(each.split(' ')[1]), 0)).toBe(150);
      expect(await store.erase({ user: 'pupil 7' })).toBe(1);
      expect(await peopleOf(queries, filter)).toBe(149);
    });

    it('deletes rows and keeps their rollups', async () => {
      const { store, queries } = await fresh();
      const old = NOW - 30 * DAY;
      const events = [
        eventAt(old, { user: '1', kind: 1, key: 'a' }),
        eventAt(old + 60_000, { user: '1', kind: 1, key: 'b' }),
        eventAt(NOW, { user: '1', kind: 1, key: 'a' }),
      ];
      await store.load({ partition: 0, from: 0, to: 3, events, reports: [] });
      const before = await movesOf(queries, everything);
      await store.expire(NOW - 10 * DAY);
      expect((await store.eventsOf({ user: '1' }, undefined, 10)).map(event => event.time)).toEqual([NOW]);
      expect(await movesOf(queries, everything)).toEqual(before);
      const { rows_from: kept } = await queries.heatmap({ ...everything, page: 'a', width: undefined });
      expect(kept).toBe(Math.floor((NOW - 10 * DAY) / HOUR) * HOUR);
      expect(await peopleOf(queries, everything)).toBe(1);
      expect(await newPeopleOf(queries, everything)).toEqual(['2026-10-22 1']);
      // The person is gone from the rollups, too.
      await store.erase({ user: '1' });
      expect(await peopleOf(queries, everything)).toBe(0);
      expect(await newPeopleOf(queries, everything)).toEqual([]);
    });
  });
};

const subjects: readonly Subject[] = [
  { user: '1' },
  { user: '2' },
  { device: '1' },
  { device: '2' },
  { device: "o'brien" },
  { device: 'somebody' },
];

/** Events without user and device could not be erased between two histories. */
const marked = (event: StoredEvent): StoredEvent =>
  event.user === undefined && event.device === undefined ? { ...event, device: 'somebody' } : event;
