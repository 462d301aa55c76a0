import { readQuestion } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { parseSearch } from '../search-params/search-params.ts';
import { oldSearch, questionAt } from './old-addresses.ts';

const questionOf = (view: string, query = '') => {
  const text = questionAt(view, oldSearch(parseSearch(query)));
  return text === undefined ? undefined : readQuestion(text).question;
};

test('every view that there was leads to a question', () => {
  for (const view of ['trend', 'unique', 'funnel', 'retention', 'time', 'paths'])
    expect(questionOf(view), view).toMatchObject({ v: 1 });
  expect(questionOf('unique')).toMatchObject({ kind: 'trend', series: [{ measure: 'people' }] });
  for (const view of ['constructor', 'nothing', '']) expect(questionOf(view), view).toBeUndefined();
});

test('keeps period, product, event and steps, and passes over what is malformed', () => {
  const query =
    '?product=school&period=own&from=2026-11-01&to=2026-11-07&key=lesson.open&measure=people&step=week';
  expect(questionOf('trend', query)).toMatchObject({
    kind: 'trend',
    grain: 'week',
    period: { from: '2026-11-01', to: '2026-11-07' },
    population: { product: 'school' },
    series: [{ event: { kind: 'custom', key: 'lesson.open' }, measure: 'people' }],
  });
  expect(questionOf('time', '?period=7')).toMatchObject({ period: { last: 7, unit: 'day' } });
  expect(questionOf('funnel', '?steps=view%3A%252F%2Ccustom%3Alesson.done')).toMatchObject({
    series: [{ event: { kind: 'view', key: '/' } }, { event: { kind: 'custom', key: 'lesson.done' } }],
  });
  for (const steps of ['view%3A%2525', 'view%3A%25E0%25A4%25A', '%2C%2C'])
    expect(questionOf('funnel', `?steps=${steps}`)).toMatchObject({ kind: 'funnel' });
});
