/** The form of a question, its text, and the formulas over its series. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { cohortDefinition } from './condition.ts';
import { readFormula } from './formula.ts';
import { question, questionDefaults, type Question, type QuestionInput } from './question.ts';
import { readQuestion, writeQuestion } from './text.ts';

const trend = (more: object): unknown => ({ v: 1, kind: 'trend', ...more });
const faultOf = (given: unknown) => readQuestion(JSON.stringify(given)).fault;

const storable = (most: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }).filter(text => !/[\0\p{Cs}]/u.test(text));
const comparison = fc.oneof(
  fc.record({
    property: fc.constantFrom('event.key', 'data.分数', 'person.site'),
    op: fc.constantFrom('is', 'contains'),
    value: storable(8),
  }),
  fc.record({
    property: fc.constant('data.score'),
    op: fc.constantFrom('gt', 'lte'),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map(each => (each === 0 ? 0 : each)),
  }),
);
const questions = fc.record(
  {
    v: fc.constant(1 as const),
    kind: fc.constant('trend' as const),
    series: fc.array(
      fc.record(
        {
          name: fc.constant('完成'),
          event: fc.constantFrom(null, { kind: 'custom' as const, key: '😀 "quoted"' }),
          measure: fc.constantFrom('people' as const, { of: 'p90' as const, property: 'data.a.b' as const }),
          filter: fc.record({
            all: fc.array(fc.oneof(comparison, fc.record({ any: fc.array(comparison, { maxLength: 3 }) })), {
              maxLength: 4,
            }),
          }),
        },
        { requiredKeys: [] },
      ),
      { minLength: 1, maxLength: 10 },
    ),
    population: fc.record(
      { product: storable(5), bots: fc.constantFrom('with', 'without', 'only') },
      { requiredKeys: [] },
    ),
    period: fc.constantFrom({ last: 3, unit: 'week' as const }, { from: '2026-08-03', to: '2026-10-25' }),
    breakdowns: fc.constantFrom([], ['device.browser' as const, 'data.语言' as const]),
    top: fc.integer({ min: 1, max: 500 }),
  },
  { requiredKeys: ['v', 'kind'] },
) as unknown as fc.Arbitrary<QuestionInput>;

describe('the text of a question', () => {
  test('returns the same question, in letters that no address encodes', () => {
    fc.assert(
      fc.property(questions, given => {
        const text = writeQuestion(given);
        expect(encodeURIComponent(text)).toBe(text);
        expect(readQuestion(text).question).toEqual(v.parse(question, given));
        expect(readQuestion(JSON.stringify(given)).question).toEqual(v.parse(question, given));
      }),
      { numRuns: 30 },
    );
  });

  test('is short, without what has its default', () => {
    expect(writeQuestion(questionDefaults('trend'))).toBe('eyJ2IjoxLCJraW5kIjoidHJlbmQifQ');
    expect(readQuestion('eyJ2IjoxLCJraW5kIjoidHJlbmQifQ').question).toEqual(questionDefaults('trend'));
  });

  test.each(['', 'a', '!!!', '{', '{}', '[]', 'null', '_w', 'eyJ2IjoxfQ'])(
    'is refused in any other form: %j',
    text => {
      expect(readQuestion(text).question).toBeUndefined();
      expect(readQuestion(text).fault).toEqual(expect.any(String));
    },
  );
});

const people = (given: object) => ({ v: 1, kind: 'people', series: [{}, {}], ...given });

describe('a question', () => {
  test.each([
    [
      'a group of a funnel',
      { behind: { funnel: { steps: 2, by: [null, ''] } }, breakdowns: ['event.key', 'person.grade'] },
    ],
    ['an hour of a funnel', { behind: { funnel: { steps: 2, point: '2026-11-20T08' } }, grain: 'hour' }],
    ['a part of the times of a step', { behind: { funnel: { steps: 2, took: { over: 5, upto: 5 } } } }],
    ['a group of a retention', { behind: { retention: { after: 1, by: ['a'] } }, breakdowns: ['event.key'] }],
    [
      'a group of days active',
      { behind: { stickiness: { series: 1, points: 2, by: ['a'] } }, breakdowns: ['event.key'] },
    ],
    ['a move', { series: [{}], behind: { paths: { step: 0, from: null, to: '/' } } }],
    ['a page of a step', { series: [{}], page: { through: '/' }, behind: { paths: { step: -1, to: '/' } } }],
  ])('asks for the people of %s', (_, given) => {
    const read = readQuestion(JSON.stringify(people(given))).question;
    expect(read).toMatchObject(given);
    expect(readQuestion(writeQuestion(read as Question)).question).toEqual(read);
  });

  test.each([
    ['v', trend({ v: 2 })],
    ['kind', { v: 1, kind: 'pie' }],
    ['later', trend({ later: 1 })],
    ['series', trend({ series: [] })],
    ['series', { v: 1, kind: 'funnel' }],
    ['series', { v: 1, kind: 'retention' }],
    ['series', { v: 1, kind: 'paths', series: [{}, {}] }],
    ['series.0.event.key', trend({ series: [{ event: { kind: 'view', key: 'a\0' } }] })],
    ['series.0.measure', trend({ series: [{ measure: { of: 'sum', property: 'event.key' } }] })],
    ['breakdowns.0', trend({ breakdowns: ['event.id'] })],
    ['breakdowns', trend({ breakdowns: ['person.signed_up'] })],
    ['breakdowns', { v: 1, kind: 'people', breakdowns: ['event.key'] }],
    ['period', trend({ period: { from: '2026-02-30', to: '2026-03-01' } })],
    ['behind', trend({ behind: { stickiness: { series: 0, points: 1 } } })],
    ['behind', { v: 1, kind: 'people', behind: { funnel: { steps: 1 } } }],
    ['behind', { v: 1, kind: 'people', series: [{}, {}], behind: { funnel: { steps: 3 } } }],
    ['behind', { v: 1, kind: 'people', series: [{}, {}], behind: { funnel: { steps: 1, lost: true } } }],
    ['behind', { v: 1, kind: 'people', behind: { retention: { point: '2026-11-20' } } }],
    ['behind', { v: 1, kind: 'people', behind: { stickiness: { series: 1, points: 1 } } }],
    ['behind', people({ behind: { funnel: { steps: 1, took: { over: 1 } } } })],
    ['behind', people({ behind: { funnel: { steps: 2, lost: true, took: { over: 1 } } } })],
    ['behind', people({ behind: { funnel: { steps: 2, took: { over: 2, upto: 1 } } } })],
    ['behind', people({ behind: { funnel: { steps: 2, took: {} } } })],
    ['behind', people({ behind: { funnel: { steps: 2, by: ['a'] } } })],
    ['behind', people({ behind: { retention: { by: [] } }, breakdowns: ['event.key'] })],
    ['behind', people({ behind: { retention: { by: ['a'] } }, breakdowns: ['event.key', 'event.kind'] })],
    ['breakdowns', people({ behind: { funnel: { steps: 2 } }, breakdowns: ['event.key'] })],
    ['behind', people({ behind: { paths: { step: 0, from: '/' } } })],
    ['behind', people({ series: [{}], behind: { paths: { step: 0 } } })],
    ['behind', people({ series: [{}], behind: { paths: { step: 1, to: null } } })],
    ['behind', people({ series: [{}], page: { from: '/' }, behind: { paths: { step: 0, to: null } } })],
    ['behind', people({ series: [{}], page: { from: '/' }, behind: { paths: { step: 6, to: null } } })],
    ['series', { v: 1, kind: 'people', series: [{}, {}] }],
    ['formula', trend({ formula: 'B' })],
    ['formula', trend({ formula: 'A; drop table events' })],
    ['top', trend({ top: 0 })],
    ['zone', trend({ zone: "x'" })],
  ])('is refused by the name of what is wrong: %s', (fault, given) => {
    expect(faultOf(given)?.startsWith(fault)).toBe(true);
  });

  const is = { property: 'event.key', op: 'is', value: 'a' };
  test.each([
    ['a fourth group within', { all: [{ all: [{ all: [{ all: [is] }] }] }] }],
    [
      '31 conditions',
      { all: Array.from({ length: 2 }, (_, n) => ({ any: Array.from({ length: 15 + n }, () => is) })) },
    ],
    [
      'an operator for text of a number',
      { all: [{ property: 'event.duration', op: 'before', value: '2026-01-01' }] },
    ],
    ['an operator for numbers of text', { all: [{ property: 'event.key', op: 'gt', value: 1 }] }],
    ['an unknown operator', { all: [{ property: 'event.key', op: 'matches', value: 'a' }] }],
    ['a value too many', { all: [{ property: 'event.key', op: 'set', value: 'a' }] }],
    [
      'a property of people of what somebody did',
      { all: [{ did: { event: null, filter: { all: [{ property: 'person.grade', op: 'set' }] } } }] },
    ],
  ])('is refused for a filter with %s', (_, filter) => {
    expect(faultOf(trend({ filter }))).toMatch(/^filter/);
  });

  test('takes groups of three levels with 30 conditions of every kind', () => {
    const some = [
      is,
      { property: 'data.score', op: 'between', value: [1, 2] },
      { property: 'person.signed_up', op: 'after', value: '2026-08-03' },
      { cohort: '019a0000-0000-7000-8000-000000000000', op: 'not_in' },
      {
        did_not: {
          event: { kind: 'custom', key: 'lesson.done' },
          filter: { any: [is] },
          times: 5,
          within: { days: 28 },
        },
      },
    ];
    const filter = { any: [{ all: [{ any: some }] }, ...Array.from({ length: 24 }, () => is)] };
    expect(faultOf(trend({ filter }))).toBeUndefined();
  });
});

test('a cohort is of people: of what they did, who they are, or a list', () => {
  const within = (some: object) => v.is(cohortDefinition, { all: [some] });
  expect(within({ did: { event: null } })).toBe(true);
  expect(within({ property: 'person.site', op: 'is', value: 'school' })).toBe(true);
  expect(within({ any: [{ accounts: ['a'] }] })).toBe(true);
  expect(within({ property: 'event.key', op: 'set' })).toBe(false);
  expect(within({ any: [{ property: 'data.score', op: 'gt', value: 1 }] })).toBe(false);
});

describe('a formula', () => {
  test.each([
    ['A / B', 0.75],
    ['A + B * 2', 11],
    ['(A + B) * 2', 14],
    ['-A - -B', 1],
    ['100 * A / (A + B)', 300 / 7],
    ['A / (B - 4)', null],
    ['A * C', null],
  ])('%s is computed', (text, expected) => {
    expect(readFormula(text, 3)?.([3, 4, null])).toBe(expected);
  });

  test.each([
    '',
    'A B',
    'A +',
    '(A',
    'A)',
    'D',
    'a',
    '1e3',
    'A ** B',
    'process.exit()',
    '('.repeat(50),
    '-'.repeat(199),
  ])('is none: %s', text => expect(readFormula(text, 3)).toBeUndefined());
});
