/** Events for tests: few names and close times, so that they meet each other. */
import fc from 'fast-check';
import type { StoredEvent } from '../../record/stored-event.ts';

/** 2026-11-21 12:34:56 in Shanghai. */
export const NOW = Date.UTC(2026, 10, 21, 4, 34, 56);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let made = 0;
/** A UUIDv7 of a time; each is another. */
const idAt = (time: number): string => {
  const clock = time.toString(16).padStart(12, '0');
  const count = (made++).toString(16).padStart(12, '0');
  return `${clock.slice(0, 8)}-${clock.slice(8)}-7000-8000-${count}`;
};

/** An event of a time; fields that are not given have defaults. */
export const eventAt = (time: number, more: Partial<StoredEvent> = {}): StoredEvent => ({
  id: idAt(time),
  product: 'school',
  time,
  deviceTime: time,
  received: time,
  sequence: 0,
  kind: 0,
  key: 'lesson.open',
  ...more,
});

/** Fields that are absent as often as not. */
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

/** How long ago: much in the last hours, some weeks back, at and around whole hours and half hours. */
const ago = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 120 * MINUTE }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * DAY }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 * DAY }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 100 }).map(n => NOW - (Math.floor(NOW / 1_800_000) - n) * 1_800_000),
  },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }).map(n => 10 * DAY + n * 7 * MINUTE) },
);

const click = fc.record({
  x: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(-1, 1001, 999.9)),
  y: fc.integer({ min: 0, max: 90 }),
  w: fc.constantFrom(0, 360, 599.5, 600, 1199, 1200, 1920),
  h: fc.integer({ min: 600, max: 610 }),
});
const data = fc.oneof(
  fc.dictionary(
    fc.constantFrom('lesson', 'a b', 'x/y~z'),
    fc.oneof(fc.constantFrom(1, 2, 1.5, true, null), fc.constantFrom('1', '', '数学', "it's")),
  ),
  click,
);

/**
 * A device that is used without a user, then by users, who also use others, and without again, in steps from none at all to days. Its
 * events come in any order, some not at all.
 */
const story: fc.Arbitrary<readonly StoredEvent[]> = fc
  .record({
    ago: fc.oneof(
      ago,
      fc.integer({ min: 0, max: 20 }).map(n => 11 * DAY + n * 7 * MINUTE),
    ),
    device: fc.constantFrom('1', '2', "o'brien"),
    steps: fc.array(
      fc.record({
        after: fc.constantFrom(
          0,
          1,
          5 * MINUTE,
          6 * MINUTE,
          7 * MINUTE,
          29 * MINUTE,
          31 * MINUTE,
          HOUR,
          9 * DAY,
        ),
        user: maybe(fc.constantFrom('1', '2')),
        own: fc.constantFrom(true, true, false),
        sequence: fc.integer({ min: 0, max: 2 }),
        kind: fc.constantFrom(0, 1, 1, 2, 3, 5),
        key: fc.constantFrom('a', 'b', 'c'),
        // Mostly one place, so that the events make paths.
        mark: fc.oneof(
          { weight: 4, arbitrary: fc.constant<Partial<StoredEvent>>({}) },
          {
            weight: 1,
            arbitrary: fc.constantFrom<Partial<StoredEvent>>(
              { dev: true },
              { bot: true },
              { platform: 'web' },
              { product: 'contest' },
            ),
          },
        ),
      }),
      { minLength: 3, maxLength: 12 },
    ),
  })
  .chain(({ ago: back, device, steps }) => {
    let time = NOW - back;
    const events = steps.map(({ after, user, own, mark, ...step }) => {
      time += after;
      return eventAt(time, {
        ...step,
        ...mark,
        ...(own ? { device } : {}),
        ...(user === undefined ? {} : { user }),
      });
    });
    return fc.shuffledSubarray(events, { minLength: 1 });
  });

const single: fc.Arbitrary<StoredEvent> = fc
  .record({
    ago,
    sequence: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom(0, 0, 1, 1, 1, 2, 2, 3, 4, 5),
    key: fc.constantFrom('a', 'b', 'c', "it's %", '/课程/一'),
    product: fc.constantFrom('school', 'school', 'contest'),
    data: maybe(data),
    duration: maybe(fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 4_000_000 }))),
    open: maybe(fc.constant(true as const)),
    dev: maybe(fc.constantFrom(true as const, undefined, undefined)),
    sample: maybe(fc.constantFrom(true as const, undefined, undefined)),
    bot: maybe(fc.constantFrom(true as const, undefined, undefined)),
    user: maybe(fc.constantFrom('1', '2')),
    device: maybe(fc.constantFrom('1', '2', "o'brien")),
    process: maybe(fc.constantFrom('1', '2')),
    platform: maybe(fc.constantFrom('web', 'mini', '')),
    language: maybe(fc.constantFrom('zh-CN', 'en')),
    density: maybe(fc.constantFrom(1, 1.5)),
    cpu: maybe(fc.constantFrom(4, 8)),
    ip: maybe(fc.constant('203.0.113.7')),
    // How long after the time in its id it was received; beyond five minutes before and 31 days after, the id is impossible.
    delay: fc.constantFrom(0, 0, 0, 400, -6 * MINUTE, 3 * HOUR, 33 * DAY),
  })
  .map(({ ago: back, delay, ...rest }) => {
    const time = NOW - back;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return eventAt(time, { ...given, received: time + delay });
  });

/** The lengths of the windows that funnels are asked with, and their steps. */
export const WINDOWS = [HOUR, 5 * DAY] as const;
export const FUNNELS = [
  [
    { kind: 'custom', key: 'a' },
    { kind: 'view', key: 'b' },
    { kind: 'custom', key: 'a' },
  ],
  [
    { kind: 'view', key: 'c' },
    { kind: 'view', key: 'c' },
  ],
  [
    { kind: 'view', key: 'c' },
    { kind: 'view', key: 'c' },
    { kind: 'view', key: 'c' },
  ],
  [
    { kind: 'custom', key: 'a' },
    { kind: 'view', key: 'b' },
    { kind: 'view', key: 'b' },
    { kind: 'view', key: 'b' },
  ],
  [
    { kind: 'view', key: 'b' },
    { kind: 'custom', key: 'a' },
    { kind: 'custom', key: 'a' },
    { kind: 'view', key: 'b' },
    { kind: 'view', key: 'c' },
  ],
] as const;

/** How long ago a day ended in one of the zones, about as long as a window lasts. */
const agoOfMidnight = fc.record({
  days: fc.integer({ min: 0, max: 2 }),
  zone: fc.constantFrom(8, 0, -5),
  before: fc.constantFrom(-1, 0, 1, HOUR / 2, HOUR, HOUR + 1, 5 * DAY),
});

/**
 * Somebody who does the steps of the funnels, mostly in their order, with gaps that end a window to the millisecond, alone or together; also over the
 * end of a period.
 */
const walk: fc.Arbitrary<readonly StoredEvent[]> = fc
  .record({
    begun: fc.oneof(
      ago,
      agoOfMidnight.map(({ days, zone, before }) => {
        const midnight = Date.UTC(2026, 10, 21 - days) - zone * HOUR;
        return NOW - midnight + before;
      }),
    ),
    steps: fc.array(
      fc.record({
        after: fc.constantFrom(
          0,
          1,
          HOUR / 2,
          HOUR / 2 + 1,
          ...WINDOWS.flatMap(window => [window - 1, window, window + 1]),
          5 * DAY - HOUR,
        ),
        // Which of the steps is done, from the one that would be next: mostly that one.
        skip: fc.constantFrom(0, 0, 0, 0, 1, 2),
      }),
      { minLength: 2, maxLength: 8 },
    ),
    funnel: fc.constantFrom(...FUNNELS),
  })
  .map(({ begun, steps, funnel }) => {
    let time = NOW - begun;
    let at = 0;
    return steps.flatMap(({ after, skip }, n) => {
      if (n > 0) time += after;
      at += skip;
      const step = funnel[at++ % funnel.length];
      return step ? [eventAt(time, { kind: step.kind === 'view' ? 1 : 0, key: step.key })] : [];
    });
  });

/** What many people do, each of whom has the steps of a funnel in mind. */
export const walks: fc.Arbitrary<readonly (readonly StoredEvent[])[]> = fc.array(walk, {
  minLength: 60,
  maxLength: 60,
});

/** Events in the order in which they come. */
export const anyEvents = (most: number): fc.Arbitrary<readonly StoredEvent[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.array(single, { maxLength: most }) },
    { weight: 1, arbitrary: fc.array(story, { maxLength: 3 }).map(stories => stories.flat().slice(0, most)) },
  );

/** The events of a story in several loads. */
export const storyInParts: fc.Arbitrary<readonly (readonly StoredEvent[])[]> = fc
  .tuple(story, fc.integer({ min: 1, max: 4 }))
  .map(([events, size]) =>
    Array.from({ length: Math.ceil(events.length / size) }, (_, n) => events.slice(n * size, (n + 1) * size)),
  );
