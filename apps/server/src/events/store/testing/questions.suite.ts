/** What every store answers to generated questions about generated histories, compared with the naive store. */
import {
  type CohortDefinition,
  type Property,
  type Question,
  type QuestionBody,
  readQuestion,
} from '@rollcall/contract/console';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askQuestion, type QuestionContext } from '../../../features/usage/questions/ask.ts';
import type { StoredEvent } from '../../record/stored-event.ts';
import type { EventStore } from '../event-store.ts';
import type { StoredPerson } from '../people.ts';
import type { QueryClient } from '../query-client.ts';
import { MEASURED, rounded } from './asked.ts';
import { eventAt, NOW } from './events.ts';
import { NaiveStore } from './naive-store.ts';
import { numbersOf } from './numbers-of.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds: however slow the machine is. */
const TIMEOUT = 600_000;
const COHORT = '019a0000-0000-7000-8000-000000000001';

/** A name that every part of a statement would trip over that does not take it as a value. */
const ODD = `o'b"r\\ien/x~y😀{q0:String}$1`;
const users = ['u1', 'u2', 'u3', ODD] as const;
const devices = ['d1', 'd2', 'd3'] as const;
const pages = ['/', '/a', '/b', '/数学'] as const;
const keys = ['open', 'done', ODD] as const;
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
] as const;

const maybe = <T>(...values: T[]): fc.Arbitrary<T | undefined> => fc.constantFrom(...values, undefined);
const values = fc.constantFrom<unknown>(
  1,
  2,
  80,
  80.5,
  -3,
  '80',
  'Math',
  'math',
  '',
  "it's 50%_\\",
  '😀',
  true,
  null,
  [1],
  { a: 1 },
);

const act = fc
  .record({
    // Days, and gaps on both sides of half an hour.
    day: fc.integer({ min: 0, max: 20 }),
    minute: fc.constantFrom(0, 0, 1, 5, 29, 30, 31, 60, 61, 90, 600, 1439),
    ms: fc.constantFrom(0, 0, 0, 1, 30),
    sequence: fc.integer({ min: 0, max: 2 }),
    kind: fc.constantFrom(0, 0, 0, 1, 1, 1, 1, 2, 3, 5),
    custom: fc.constantFrom(...keys),
    page: fc.constantFrom(...pages),
    user: maybe(...users, 'u1', 'u2'),
    device: maybe(...devices, 'd1'),
    process: maybe('p1'),
    product: fc.constantFrom('school', 'school', 'contest'),
    platform: maybe('web', 'h5', ''),
    language: maybe('zh-CN', 'en'),
    userAgent: maybe(...agents),
    bot: maybe(true as const, undefined, undefined, undefined),
    sample: maybe(true as const, undefined, undefined, undefined),
    duration: maybe(0, 5, 1000, 60_000),
    data: fc.option(fc.dictionary(fc.constantFrom('score', 'subject', ODD), values, { maxKeys: 3 }), {
      nil: undefined,
    }),
    from: fc.option(
      fc.record({
        referrer: maybe('a.cn', 'b.cn'),
        utm_source: maybe('mail', '海报'),
        utm_medium: maybe('m'),
      }),
      { nil: undefined },
    ),
  })
  .map(({ day, minute, ms, kind, custom, page, data, from, ...rest }): StoredEvent => {
    const more = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const time = Date.UTC(2026, 9, 31, 16) + day * DAY + minute * MINUTE + ms;
    const own = kind === 1 ? { ...data, ...from } : kind === 3 ? undefined : data;
    return eventAt(Math.min(time, NOW), {
      ...more,
      kind: kind as StoredEvent['kind'],
      key: kind === 0 ? custom : kind === 3 ? 'consent' : page,
      ...(own ? { data: JSON.parse(JSON.stringify(own)) as Record<string, unknown> } : {}),
    });
  });

const person = fc.record({
  user: fc.constantFrom(...users),
  grade: fc.constantFrom(null, 1, 7, 9),
  signedUp: fc.integer({ min: -5, max: 20 }).map(n => Date.UTC(2026, 9, 31, 16) + n * DAY + (n % 3) * HOUR),
  site: fc.constantFrom(null, 'school', 'contest'),
  fields: fc.dictionary(fc.constantFrom('class', 'level'), fc.constantFrom<unknown>('7-1', 3, '')),
}) satisfies fc.Arbitrary<StoredPerson>;

const history = (most: number) =>
  fc.record({
    events: fc.array(act, { minLength: 1, maxLength: most }),
    people: fc.uniqueArray(person, { selector: ({ user }) => user, maxLength: 4 }),
  });

const texts: readonly Property[] = [
  'event.key',
  'event.page',
  'event.kind',
  'event.product',
  'event.referrer',
  'event.utm_source',
  'device.browser',
  'device.class',
  'device.platform',
  'session.entry_page',
  'session.exit_page',
  'person.site',
  'person.known',
  'person.first_utm_source',
  'person.latest_referrer',
  'person.field.class',
  'data.subject',
  `data.${ODD}`,
];
const numbers: readonly Property[] = ['event.duration', 'session.duration', 'person.grade', 'data.score'];
const ofRows: readonly Property[] = [
  'event.key',
  'event.page',
  'device.browser',
  'data.subject',
  `data.${ODD}`,
];

const value = fc.constantFrom<string | number>(
  'open',
  '/a',
  ODD,
  'Math',
  'math',
  '😀',
  80,
  1,
  '80',
  7,
  '7-1',
  'school',
  'yes',
  'mail',
  '海报',
  60_000,
  '',
  'web',
  'Chrome',
);
const textual = (of: readonly Property[]) =>
  fc.oneof(
    fc.record({ property: fc.constantFrom(...of), op: fc.constantFrom('is', 'is_not'), value }),
    fc.record({
      property: fc.constantFrom(...of),
      op: fc.constantFrom('contains', 'not_contains'),
      value: fc.constantFrom('a', 'A', '%', '_', "'", '\\', '😀', '数', 'H'),
    }),
    fc.record({ property: fc.constantFrom(...of), op: fc.constantFrom('set', 'not_set') }),
    fc.record({
      property: fc.constantFrom(...of),
      op: fc.constantFrom('in', 'not_in'),
      value: fc.array(value, { minLength: 1, maxLength: 4 }),
    }),
  );
const compared = fc.oneof(
  { weight: 4, arbitrary: textual([...texts, ...numbers, `cohort.${COHORT}`]) },
  {
    weight: 2,
    arbitrary: fc.record({
      property: fc.constantFrom(...numbers),
      op: fc.constantFrom('gt', 'gte', 'lt', 'lte'),
      value: fc.constantFrom(1, 7, 80, 80.5, 1000, -3.5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      property: fc.constantFrom(...numbers),
      op: fc.constant('between'),
      value: fc.constantFrom([1, 80], [0, 60_000]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      property: fc.constant('person.signed_up'),
      op: fc.constantFrom('before', 'after'),
      value: fc.constantFrom('2026-11-05', '2026-11-10'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { property: 'person.signed_up', op: 'between', value: ['2026-11-03', '2026-11-09'] },
      { property: 'person.signed_up', op: 'not_set' },
    ),
  },
);
const event = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('custom'), key: fc.constantFrom(...keys) }),
  fc.record({ kind: fc.constant('view'), key: fc.constantFrom(...pages) }),
  fc.constantFrom({ kind: 'view' }, { kind: 'leave' }, { kind: 'custom' }),
);
const some = <T>(of: fc.Arbitrary<T>, most = 3) =>
  fc.oneof(
    fc.record({ all: fc.array(of, { maxLength: most }) }),
    fc.record({ any: fc.array(of, { minLength: 1, maxLength: most }) }),
  );
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const behaviour = fc.record({
  event,
  filter: optional(some(textual(ofRows), 2)),
  times: fc.constantFrom(1, 1, 2),
  within: maybe<object>({ days: 7 }, { from: '2026-11-02', to: '2026-11-12' }),
});
const person_ = fc.oneof(
  fc.record({ did: behaviour }),
  fc.record({ did_not: behaviour }),
  textual(['person.site', 'person.field.class', 'person.known']),
  fc.constant({ accounts: ['u1', ODD, 'nobody'] }),
);
const anyCohort = some(fc.oneof(person_, some(person_, 2)), 2) as unknown as fc.Arbitrary<CohortDefinition>;
const condition = fc.oneof(
  { weight: 6, arbitrary: compared },
  { weight: 1, arbitrary: fc.record({ did: behaviour }) },
  { weight: 1, arbitrary: fc.record({ did_not: behaviour }) },
  { weight: 1, arbitrary: fc.record({ cohort: fc.constant(COHORT), op: fc.constantFrom('in', 'not_in') }) },
);
const filter = some(
  fc.oneof({ weight: 3, arbitrary: condition }, { weight: 1, arbitrary: some(condition, 2) }),
  3,
);
const maybeFilter = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: filter },
);

const measure = fc.oneof(
  fc.constantFrom('times', 'people', 'sessions', 'per_person'),
  fc.record({
    of: fc.constantFrom('sum', 'average', 'p50', 'p90', 'p99'),
    property: fc.constantFrom('event.duration', 'session.duration', 'data.score'),
  }),
);
const common = {
  v: fc.constant(1),
  filter: maybeFilter,
  population: fc.record(
    {
      product: fc.constant('school'),
      bots: fc.constantFrom('with', 'only'),
      sample: fc.constantFrom('without', 'with'),
      platform: fc.constant('web'),
    },
    { requiredKeys: [] },
  ),
  period: fc.constantFrom(
    { last: 28, unit: 'day' },
    { last: 3, unit: 'week' },
    { last: 1, unit: 'month' },
    { from: '2026-11-02', to: '2026-11-15' },
    { from: '2026-11-08', to: '2026-11-08' },
  ),
  grain: fc.constantFrom('day', 'day', 'week', 'month'),
  zone: fc.constantFrom('Asia/Shanghai', 'America/New_York'),
  compare: maybe('previous'),
  top: fc.constantFrom(1, 2, 10),
} as const;
const breakdowns = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.constantFrom<Property>(...texts, 'person.grade', 'data.score', `cohort.${COHORT}`),
      { minLength: 1, maxLength: 2 },
    ),
  },
);
const step = fc.record({ event, filter: maybeFilter });

/** Questions that the sums of hours answer. */
const ofSums = fc.oneof(
  fc.record({
    ...common,
    filter: fc.constant(undefined),
    kind: fc.constant('trend'),
    series: fc.array(fc.constantFrom(...MEASURED), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    ...common,
    filter: fc.constant(undefined),
    kind: fc.constant('trend'),
    breakdowns: fc.uniqueArray(
      fc.constantFrom<Property>('event.key', 'event.kind', 'event.product', 'device.platform'),
      { minLength: 1, maxLength: 2 },
    ),
    series: fc.array(
      fc.record({
        event,
        measure: fc.constantFrom(...MEASURED.map(each => each.measure).filter(each => each !== 'people')),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({
    ...common,
    filter: fc.constant(undefined),
    kind: fc.constant('time'),
    series: fc.tuple(fc.record({ event })),
  }),
  fc.record({
    ...common,
    filter: fc.constant(undefined),
    kind: fc.constant('retention'),
    series: fc.constant([{}, {}]),
    length: fc.constantFrom(1, 3, 30),
  }),
  fc.record({
    ...common,
    filter: fc.constant(undefined),
    kind: fc.constant('paths'),
    top: fc.constantFrom(3, 200),
  }),
);

const read = (given: object): Question => {
  const { question, fault } = readQuestion(JSON.stringify(given));
  if (!question) throw new Error(`${fault} of ${JSON.stringify(given)}`);
  return question;
};

/** Questions of every kind. */
const anyQuestion: fc.Arbitrary<Question> = fc
  .oneof(
    { weight: 3, arbitrary: ofSums },
    {
      weight: 4,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('trend'),
        grain: fc.constantFrom('day', 'week', 'month'),
        breakdowns,
        series: fc.array(fc.record({ event, filter: maybeFilter, measure }), { minLength: 1, maxLength: 3 }),
        formula: maybe('A / 2', '(A + 1) * A'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('funnel'),
        breakdowns,
        series: fc.array(step, { minLength: 2, maxLength: 4 }),
        window: fc.constantFrom(HOUR / 2, DAY, 7 * DAY),
        order: fc.constantFrom('strict', 'in_order', 'any'),
        exclude: fc.oneof(
          fc.constant([]),
          fc.array(fc.record({ event: event.map(each => each ?? { kind: 'click' }) }), { maxLength: 1 }),
        ),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('retention'),
        breakdowns,
        series: fc.array(step, { minLength: 2, maxLength: 2 }),
        start: fc.constantFrom('first', 'each'),
        length: fc.constantFrom(1, 3, 30),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('stickiness'),
        breakdowns,
        series: fc.array(step, { minLength: 1, maxLength: 2 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ ...common, kind: fc.constant('time'), breakdowns, series: fc.tuple(step) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('paths'),
        series: fc.tuple(fc.record({ filter: maybeFilter })),
        page: fc.oneof(
          fc.constant(undefined),
          fc.record({ from: fc.constantFrom(...pages) }),
          fc.record({ to: fc.constantFrom(...pages) }),
          fc.record({ through: fc.constantFrom(...pages) }),
        ),
        top: fc.constantFrom(3, 200),
      }),
    },
    { weight: 2, arbitrary: fc.record({ ...common, kind: fc.constant('people'), series: fc.tuple(step) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('people'),
        series: fc.tuple(step, step, step),
        window: fc.constantFrom(HOUR / 2, 7 * DAY),
        order: fc.constantFrom('strict', 'in_order', 'any'),
        behind: fc.constantFrom(
          { funnel: { steps: 1 } },
          { funnel: { steps: 2 } },
          { funnel: { steps: 3 } },
          { funnel: { steps: 2, lost: true } },
          { funnel: { steps: 3, lost: true } },
          { stickiness: { series: 1, points: 1 } },
          { stickiness: { series: 0, points: 2 } },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        kind: fc.constant('people'),
        series: fc.tuple(step, step),
        start: fc.constantFrom('first', 'each'),
        behind: fc.record({
          retention: fc.record(
            {
              // Mondays, the first of a month, and another day.
              point: fc.constantFrom('2026-11-02', '2026-11-09', '2026-11-01', '2026-11-12'),
              after: fc.constantFrom(0, 1, 2),
            },
            { requiredKeys: ['point'] },
          ),
        }),
      }),
    },
  )
  .map(read);

type Asked = EventStore & QueryClient;

/** Compares the answers of a store about what it holds. */
const expectSameAnswer = async (
  context: QuestionContext,
  naive: NaiveStore,
  question: Question,
  cohorts: ReadonlyMap<string, CohortDefinition>,
): Promise<QuestionBody> => {
  const found = await askQuestion({ ...context, cohorts: async () => cohorts }, question, {
    timeout: TIMEOUT,
  });
  const expected = naive.answers(question, cohorts);
  expect(rounded(found.answer)).toEqual(rounded(expected.answer));
  expect(rounded(found.previous?.answer ?? null)).toEqual(rounded(expected.previous));
  expect([found.from, found.to, found.unfinished]).toEqual([expected.from, expected.to, expected.unfinished]);
  return found.answer;
};

/** Compares the people behind one of the numbers of an answer. @param pick says of which; undefined: of every one */
const expectSamePeople = async (
  context: QuestionContext,
  naive: NaiveStore,
  {
    question,
    body,
    pick,
  }: { readonly question: Question; readonly body: QuestionBody; readonly pick?: number },
  cohorts: ReadonlyMap<string, CohortDefinition>,
): Promise<void> => {
  const numbers = numbersOf(body).filter(({ count }) => count !== 0);
  const picked = pick === undefined ? numbers : numbers.slice(pick % Math.max(1, numbers.length)).slice(0, 1);
  const { compare: _, top: _top, breakdowns: divided, ...rest } = question;
  for (const { behind, count } of picked) {
    const isDivided = Object.values(behind).some(told => 'by' in (told as object));
    const people = read({ ...rest, kind: 'people', breakdowns: isDivided ? divided : [], behind, top: 500 });
    const found = await expectSameAnswer(context, naive, people, cohorts);
    if (found.kind !== 'people' || count === undefined) continue;
    // A move may be made several times, and somebody may start at several points.
    const times = found.people.reduce((sum, each) => sum + each.times, 0);
    expect(body.kind === 'paths' || question.start === 'each' ? times : found.total).toBe(count);
  }
};

const fill = async (
  stores: readonly EventStore[],
  { events, people }: { readonly events: readonly StoredEvent[]; readonly people: readonly StoredPerson[] },
): Promise<void> => {
  for (const each of stores) {
    const { loadedTo: from } = await each.position(0);
    await each.load({ partition: 0, from, to: from + 1, events, reports: [] });
    const at = await each.peopleAt();
    expect(await each.changePeople({ from: at, to: at + 1, all: true, people, gone: [] })).toBe(true);
  }
};

export interface QuestionsSuite {
  /** An empty store whose clock stands at `NOW`. */
  readonly open: () => Promise<{
    readonly store: Asked;
    readonly context: QuestionContext;
    readonly remove: () => Promise<void>;
  }>;
  readonly histories: number;
  /** Questions of each history. */
  readonly questions: number;
}

export const questionsSuite = (name: string, { open, histories, questions }: QuestionsSuite): void => {
  // Another one tries others.
  const first = Number(process.env['ROLLCALL_QUESTIONS_SEED'] ?? 1);
  describe(`questions in the event store: ${name}`, () => {
    it('lists as many people as each number of a retention says', { timeout: TIMEOUT }, async () => {
      const { store, context, remove } = await open();
      try {
        const naive = new NaiveStore(() => NOW);
        const seen = (user: string, day: number, platform: string) =>
          eventAt(Date.UTC(2026, 10, day, 4), { user, platform });
        const events = [
          // Before the period, and in it, first on another platform.
          seen('u1', 1, 'h5'),
          seen('u1', 4, 'web'),
          seen('u2', 3, 'h5'),
          seen('u2', 5, 'web'),
          seen('u3', 3, 'web'),
          seen('u3', 4, 'web'),
          seen('u4', 4, 'h5'),
          seen('u4', 4, 'web'),
        ];
        await fill([store, naive], { events, people: [] });
        for (const start of ['first', 'each'])
          for (const divided of [[], ['device.platform']]) {
            const question = read({
              v: 1,
              kind: 'retention',
              start,
              series: [{}, {}],
              population: { platform: 'web' },
              breakdowns: divided,
              period: { from: '2026-11-02', to: '2026-11-08' },
              length: 3,
            });
            const body = await expectSameAnswer(context, naive, question, new Map());
            await expectSamePeople(context, naive, { question, body }, new Map());
          }
      } finally {
        await remove();
      }
    });
    it.each(Array.from({ length: histories }, (_, n) => n + first))(
      'are answered as the naive store answers them: history %i',
      { timeout: 600_000 },
      async seed => {
        const { store, context, remove } = await open();
        try {
          const [world] = fc.sample(history(120), { seed, numRuns: 1 });
          if (!world) throw new Error('no history');
          const naive = new NaiveStore(() => NOW);
          await fill([store, naive], world);
          await fc.assert(
            fc.asyncProperty(anyQuestion, anyCohort, fc.nat(), async (question, definition, pick) => {
              const cohorts = new Map([[COHORT, definition]]);
              const body = await expectSameAnswer(context, naive, question, cohorts);
              await expectSamePeople(context, naive, { question, body, pick }, cohorts);
            }),
            { seed, numRuns: questions, endOnFailure: true },
          );
          // The sums of what has expired stay.
          await store.expire(NOW - 8 * DAY);
          await fc.assert(
            fc.asyncProperty(ofSums.map(read), async question => {
              await expectSameAnswer(context, naive, question, new Map());
            }),
            { seed, numRuns: Math.ceil(questions / 3), endOnFailure: true },
          );
        } finally {
          await remove();
        }
      },
    );
  });
};
