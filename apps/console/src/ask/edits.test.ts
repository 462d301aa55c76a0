/** Changes of questions give questions: each is written into the address and read again. */
import {
  type Question,
  questionDefaults,
  questionTypes,
  readQuestion,
  writeQuestion,
} from '@rollcall/contract/console';
import { describe, expect, test } from 'vitest';
import {
  addSeries,
  both,
  changeSeries,
  filterOf,
  membersOfFilter,
  newPeople,
  peopleBehind,
  peopleOf,
  removeSeries,
  savedAs,
  swapSeries,
  withFilter,
  withKind,
  withProduct,
} from './edits.ts';

const rich: Question = {
  ...questionDefaults('trend'),
  series: [
    { event: { kind: 'view', key: '/' }, measure: 'people' },
    { event: { kind: 'custom', key: 'lesson.open' }, measure: { of: 'p50', property: 'event.duration' } },
    {
      event: null,
      measure: 'times',
      filter: { all: [{ property: 'device.browser', op: 'is', value: 'Safari' }] },
    },
  ],
  breakdowns: ['device.class', 'person.grade'],
  formula: 'A / B',
  grain: 'hour',
  page: { from: '/' },
  filter: { any: [{ property: 'person.known', op: 'is', value: 'yes' }] },
};
const kept = (question: Question) => readQuestion(writeQuestion(question)).question;

test.each(questionTypes.flatMap(from => questionTypes.map(to => [from, to] as const)))(
  'a %s becomes a %s that the contract takes',
  (from, to) => {
    const question = withKind(withKind(rich, from), to);
    expect(kept(question)).toEqual(question);
  },
);

describe('series', () => {
  test('are added, moved and removed; a formula of one that is gone goes, too', () => {
    expect(addSeries(rich).series).toEqual([...rich.series, rich.series[2]]);
    expect(addSeries(withKind(rich, 'funnel')).series[3]).toEqual({ event: null, measure: 'times' });
    expect(swapSeries(rich, 0, 1).series[0]).toEqual(rich.series[1]);
    expect(swapSeries(rich, 0, 9)).toEqual(rich);
    const less = removeSeries(rich, 1);
    expect(less.series).toEqual([rich.series[0], rich.series[2]]);
    expect(less.formula).toBeUndefined();
    expect(kept(less)).toEqual(less);
  });

  test('lose their filter with its last condition', () => {
    const without = changeSeries(rich, 2, { filter: { all: [] } });
    expect(without.series[2]).toEqual({ event: null, measure: 'times' });
  });
});

test('a filter keeps whether all or one of its conditions holds', () => {
  const members = membersOfFilter(rich.filter);
  expect(filterOf(members, true)).toEqual(rich.filter);
  expect(filterOf(members, false)).toEqual({ all: members });
  expect(withFilter(rich, filterOf([], true)).filter).toBeUndefined();
  expect(both({ all: members } as never, rich.filter)).toEqual({ all: [{ all: members }, rich.filter] });
  expect(both(undefined, rich.filter)).toBe(rich.filter);
});

describe('the people behind a number', () => {
  test('of a group have its values; unset ones, too', () => {
    const people = peopleBehind(rich, 2, ['phone', null]);
    expect(people).toMatchObject({
      kind: 'people',
      breakdowns: [],
      series: [{ event: null }],
      filter: {
        all: expect.arrayContaining([
          { property: 'device.class', op: 'is', value: 'phone' },
          { property: 'person.grade', op: 'not_set' },
        ]) as unknown,
      },
    });
    expect(kept(people)).toEqual(people);
  });

  test('of a number are compared as a number, and of a point have its period', () => {
    const period = { from: '2026-11-20', to: '2026-11-20' };
    const people = peopleBehind({ ...rich, breakdowns: ['person.grade'] }, 0, ['7'], period);
    expect(people.period).toEqual(period);
    expect(JSON.stringify(people.filter)).toContain('"value":7');
    expect(kept(people)).toEqual(people);
  });

  test('of a step or a cell keep all that it is told by, and another kind does not', () => {
    const funnel = withKind({ ...rich, series: rich.series.slice(1) }, 'funnel');
    const people = peopleOf(funnel, { funnel: { steps: 2, lost: true } });
    expect(people).toMatchObject({
      kind: 'people',
      series: funnel.series,
      window: funnel.window,
      breakdowns: [],
    });
    expect(kept(people)).toEqual(people);
    const again = withKind(people, 'people');
    expect(again.behind).toBeUndefined();
    expect(kept(again)).toEqual(again);
  });
});

test('a trend of all active people leads to those who are new, and no other question does', () => {
  const trend: Question = {
    ...questionDefaults('trend'),
    series: [{ event: null, measure: 'people' }],
    grain: 'week',
    period: { from: '2026-11-01', to: '2026-11-07' },
    population: { ...questionDefaults('trend').population, product: 'school' },
  };
  const fresh = newPeople(trend);
  expect(fresh && readQuestion(writeQuestion(fresh)).question).toMatchObject({
    kind: 'retention',
    start: 'first',
    grain: 'week',
    period: trend.period,
    population: { product: 'school' },
    series: [{ event: null }, { event: null }],
  });
  expect(newPeople({ ...trend, breakdowns: ['event.key'] })).toBeUndefined();
  expect(newPeople({ ...trend, series: [{ event: null, measure: 'times' }] })).toBeUndefined();
  expect(newPeople({ ...trend, series: [{ event: { kind: 'view' }, measure: 'people' }] })).toBeUndefined();
  for (const kind of questionTypes.filter(each => each !== 'trend'))
    expect(newPeople({ ...trend, kind }), kind).toBeUndefined();
});

test('a question is of the product that is chosen, or of all', () => {
  const school = withProduct(rich, 'school');
  expect(kept(school)?.population).toEqual({ ...rich.population, product: 'school' });
  expect(withProduct(school, 'contest').population.product).toBe('contest');
  expect(withProduct(school, '')).toEqual(rich);
});

test('a saved question of all products stays so, whichever product the frame shows', () => {
  const saved = writeQuestion(rich);
  expect(savedAs(withProduct(rich, 'school'), saved)).toBe(saved);
  const changed = withKind(rich, 'retention');
  expect(savedAs(withProduct(changed, 'school'), saved)).toBe(writeQuestion(changed));
});

test('a saved question that names a product takes another one, or all', () => {
  const saved = writeQuestion(withProduct(rich, 'school'));
  for (const product of ['school', 'contest', '']) {
    const question = withProduct(rich, product);
    expect(savedAs(question, saved)).toBe(writeQuestion(question));
  }
});
