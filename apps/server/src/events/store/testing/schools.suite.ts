/**
 * What every store answers of a school's month, compared with an independent computation by the rules of docs/usage-queries.md
 * (`naive-store.ts`: a list, and loops over it): visitors who sign up, pupils with two devices, brothers at one tablet, who sign out
 * without a word, devices that report days late, events of nobody, crawlers. One month for each seed.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventKind } from '@rollcall/contract';
import { Seeded } from '../../../features/usage/sample/random.ts';
import type { BoundQueries } from '../../../features/usage/testing/bound-queries.ts';
import type { StoredEvent } from '../../record/stored-event.ts';
import { about, FIRST_AND_AGAIN } from './asked.ts';
import { expectSame, type Tested } from './event-store.suite.ts';
import { eventAt, NOW } from './events.ts';
import { NaiveStore } from './naive-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Households of a month, each with one to three people. */
const HOUSEHOLDS = 30;
/** Events of a batch. */
const BATCH = 150;

const view = eventKind.view;
const pages = ['/', '/courses', '/lesson', '/sign-up', '/exercise'] as const;

/** A visit: some pages and what is done there, of the signed-in person. */
const visit = (
  random: Seeded,
  begin: number,
  who: Pick<StoredEvent, 'user' | 'device' | 'process' | 'bot'>,
): StoredEvent[] => {
  const facts = { product: random.pick(['school', 'contest']), platform: random.pick(['web', 'h5']), ...who };
  const events: StoredEvent[] = [];
  let at = begin;
  for (let left = 1 + random.below(6); left > 0; left -= 1) {
    at += random.below(random.chance(0.1) ? 40 * MINUTE : 4 * MINUTE);
    const key = random.pick(pages);
    events.push(eventAt(at, { ...facts, kind: view, key, sequence: events.length }));
    if (key !== '/lesson') continue;
    const duration = 1000 + random.below(20 * MINUTE);
    events.push(eventAt(at + 1000, { ...facts, key: 'lesson.time', duration, sequence: events.length }));
  }
  return events;
};

const household = (random: Seeded, n: number): StoredEvent[] => {
  const devices = Array.from({ length: 1 + random.below(3) }, (_, own) => `device-${n}-${own}`);
  const users = Array.from({ length: 1 + random.below(3) }, (_, own) => `user-${n}-${own}`);
  const events: StoredEvent[] = [];
  const came = NOW - 28 * DAY + random.below(26 * DAY);
  for (let visits = 2 + random.below(10); visits > 0; visits -= 1) {
    const begin = Math.min(NOW - HOUR, came + random.below(Math.max(1, NOW - HOUR - came)));
    const device = random.pick(devices);
    const user = random.pick(users);
    // Without consent to the device's id only the user, or the page's process, is known; from a site's server, neither.
    const named = random.chance(0.85)
      ? { device }
      : random.chance(0.5)
        ? { process: `page-${n}-${visits}` }
        : {};
    // A device that was offline reports a visit as a whole, when somebody else may have signed in there: each event late
    // on its own would leave one of the user's in time, which joins the device as well.
    const late = random.chance(0.25) ? random.below(5 * DAY) : 0;
    const add = (...some: StoredEvent[]) =>
      events.push(...some.map(event => ({ ...event, received: event.time + late })));
    if (random.chance(0.5)) add(...visit(random, begin, named));
    if (random.chance(0.35)) continue;
    const signedIn = begin + 20 * MINUTE;
    add(eventAt(signedIn, { product: 'school', platform: 'web', key: 'signed-in', user, ...named }));
    add(...visit(random, signedIn + 1000, { user, ...named }));
    if (random.chance(0.4)) add(...visit(random, signedIn + 40 * MINUTE, named));
  }
  if (random.chance(0.1)) events.push(...visit(random, came, { device: `bot-${n}`, bot: true }));
  return events.filter(({ time }) => time <= NOW);
};

/** A month in the order in which it arrives: mostly by time, some of it days late, some twice. */
const schoolMonth = (seed: number): StoredEvent[][] => {
  const random = new Seeded(seed);
  const events = Array.from({ length: HOUSEHOLDS }, (_, n) => household(random, n)).flat();
  const arriving = events
    .flatMap(event => {
      const late = random.chance(event.user === undefined ? 0.1 : 0.3)
        ? random.below(5 * DAY)
        : random.below(MINUTE);
      const once = { ...event, received: Math.min(NOW, event.received + late) };
      return random.chance(0.03) ? [once, once] : [once];
    })
    .sort((one, other) => one.received - other.received);
  const batches: StoredEvent[][] = [];
  for (let at = 0; at < arriving.length; at += BATCH) batches.push(arriving.slice(at, at + BATCH));
  return batches;
};

const filters = [
  { product: undefined, platform: undefined, bots: 'without', zone: 'Asia/Shanghai' },
  { product: 'school', platform: 'web', bots: 'with', zone: 'America/New_York' },
] as const;

const funnels = [
  [
    { kind: 'view', key: '/sign-up' },
    { kind: 'custom', key: 'signed-in' },
    { kind: 'view', key: '/lesson' },
  ],
  [
    { kind: 'view', key: '/' },
    { kind: 'custom', key: 'signed-in' },
  ],
] as const;

/** What depends on who a person is. */
const answersOf = async (
  queries: BoundQueries,
  asked: readonly (typeof filters)[number][] = filters,
): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {};
  for (const [n, chosen] of asked.entries()) {
    const filter = { ...chosen, sample: 'with', dev: 'with', from: '2026-10-20', to: '2026-11-22' } as const;
    const of = { v: 1, ...about(filter) } as const;
    const people = { ...of, kind: 'trend', series: [{ measure: 'people' }], top: 4 } as const;
    Object.assign(answers, {
      [`live ${n}`]: await queries.live(filter),
      [`people by day ${n}`]: await queries.ask(people),
      [`people by month ${n}`]: await queries.ask({ ...people, grain: 'month' }),
      [`people by platform ${n}`]: await queries.ask({
        ...people,
        grain: 'week',
        breakdowns: ['device.platform'],
      }),
      [`retention ${n}`]: await queries.ask({ ...of, ...FIRST_AND_AGAIN, length: 7 }),
      [`retention by week ${n}`]: await queries.ask({ ...of, ...FIRST_AND_AGAIN, grain: 'week', length: 4 }),
      [`stickiness ${n}`]: await queries.ask({ ...of, kind: 'stickiness' }),
      [`paths ${n}`]: await queries.ask({ ...of, kind: 'paths', top: 50 }),
      [`paths of a page ${n}`]: await queries.ask({
        ...of,
        kind: 'paths',
        page: { through: '/lesson' },
        top: 50,
      }),
    });
    for (const [m, steps] of funnels.entries())
      for (const window of [HOUR, 7 * DAY])
        answers[`funnel ${m} ${window} ${n}`] = await queries.ask({
          ...of,
          kind: 'funnel',
          series: steps.map(event => ({ event })),
          window,
        });
  }
  return answers;
};

const computed = async (
  batches: readonly (readonly StoredEvent[])[],
  asked?: readonly (typeof filters)[number][],
): Promise<Record<string, unknown>> => {
  const naive = new NaiveStore(() => NOW);
  for (const [at, events] of batches.entries())
    await naive.load({ partition: 0, from: at, to: at + 1, events, reports: [] });
  return answersOf(naive, asked);
};

/** @param open an empty store whose clock stands at `NOW` @param seeds how many months are compared */
export const schoolsSuite = (name: string, open: () => Promise<Tested>, seeds: number): void => {
  describe(`a school's month in the event store: ${name}`, () => {
    let tested: Tested | undefined;
    afterEach(() => tested?.remove());

    it.each(Array.from({ length: seeds }, (_, n) => n + 1))(
      'is answered as it is computed by the rules, with who is one person: seed %i',
      async seed => {
        tested = await open();
        const { store, queries } = tested;
        const batches = schoolMonth(seed);
        let { loadedTo: at } = await store.position(0);
        for (const events of batches) {
          await store.load({ partition: 0, from: at, to: at + 1, events, reports: [] });
          at += 1;
        }
        expectSame(await answersOf(queries), await computed(batches));
      },
    );
  });
};

type Batches = readonly (readonly StoredEvent[])[];

const each =
  (fault: (event: StoredEvent) => StoredEvent) =>
  (batches: Batches): Batches =>
    batches.map(events => events.map(fault));
const withoutDevice = (event: StoredEvent): StoredEvent => {
  const { device: _, ...rest } = event;
  return rest;
};

/** Faults that a store could have, as batches that it would take for what they are not. */
const faults: Readonly<Record<string, (batches: Batches) => Batches>> = {
  'devices are not joined': each(event => (event.user === undefined ? event : withoutDevice(event))),
  'a sign-in that comes late does not take over what the device did before': batches => {
    const joined = new Map<string, StoredEvent>();
    return batches.map(events => {
      const known = new Map(joined);
      return events.map(event => {
        const { device, user, time } = event;
        if (device === undefined || user === undefined) return event;
        const before = known.get(device);
        if (before) return time < before.time ? withoutDevice(event) : event;
        const first = joined.get(device);
        if (!first || time < first.time) joined.set(device, event);
        return event;
      });
    });
  },
  'what a device does after a sign-out is its last user’s': batches => {
    const last = new Map<string, string>();
    return each(event => {
      const { device, user } = event;
      if (device === undefined) return event;
      if (user !== undefined) last.set(device, user);
      const of = last.get(device);
      return user === undefined && of !== undefined ? { ...event, user: of } : event;
    })(batches);
  },
  'events of nobody are one person': each(event =>
    (event.user ?? event.device ?? event.process) === undefined ? { ...event, process: 'nobody' } : event,
  ),
  'one event of a thousand is lost': batches => {
    let n = 0;
    return batches.map(events => events.filter(() => n++ % 1000 !== 7));
  },
};

/** Shows that the comparison sees the faults that it is for. */
export const plantedFaultsSuite = (): void => {
  describe('the comparison of a school’s month', () => {
    const batches = schoolMonth(1);
    const asked = filters.slice(0, 1);
    let right: Record<string, unknown>;
    beforeAll(async () => {
      right = await computed(batches, asked);
    });

    it.each(Object.entries(faults))('sees that %s', async (_, fault) => {
      const got = await computed(fault(batches), asked);
      expect(() => expectSame(got, right)).toThrow();
    });
  });
};
