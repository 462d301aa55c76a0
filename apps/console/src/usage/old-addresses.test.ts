import { readQuestion } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { parseSearch } from '../search-params/search-params.ts';
import { oldSearch, questionAt } from './old-addresses.ts';

/** 2026-11-21 20:10 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12, 10);

const questionOf = (view: string, query = '') => {
  const text = questionAt(view, oldSearch(parseSearch(query)), NOW);
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

test('keeps who was counted, breakdown, kind, window, length and page', () => {
  expect(questionOf('time', '?platform=web&bots=only&dev=without&sample=without')?.population).toMatchObject({
    platform: 'web',
    bots: 'only',
    dev: 'without',
    sample: 'without',
  });
  expect(questionOf('trend', '?by=key')).toMatchObject({ breakdowns: ['event.key'] });
  expect(questionOf('trend', '?by=platform')).toMatchObject({ breakdowns: ['device.platform'] });
  expect(questionOf('trend', '?by=data.course')).toMatchObject({ breakdowns: ['data.course'] });
  for (const by of ['', 'data.', 'constructor', 'data.%00'])
    expect(questionOf('trend', `?by=${by}`), by).toMatchObject({ breakdowns: [] });
  expect(questionOf('trend', '?kind=leave')).toMatchObject({ series: [{ event: { kind: 'leave' } }] });
  expect(questionOf('trend')).toMatchObject({ series: [{ event: null }] });
  expect(questionOf('funnel', '?within=600000')).toMatchObject({ window: 600_000 });
  expect(questionOf('funnel')).toMatchObject({ window: 86_400_000 });
  expect(questionOf('paths', '?page=%2Fcourse')).toMatchObject({ page: { through: '/course' } });
  expect(questionOf('retention', '?step=day&length=6&period=7')).toMatchObject({
    grain: 'day',
    length: 6,
    period: { last: 7, unit: 'day' },
  });
});

test('keeps a period of its own, and one that is open', () => {
  const own = (view: string, query: string) => questionOf(view, `?period=own${query}`)?.period;
  expect(own('retention', '&from=2026-11-01&to=2026-11-07')).toEqual({
    from: '2026-11-01',
    to: '2026-11-07',
  });
  expect(own('trend', '&from=2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(own('trend', '&to=2026-11-28')).toEqual({ from: '2026-11-01', to: '2026-11-28' });
  expect(questionOf('retention')).toMatchObject({ grain: 'week', period: { last: 12, unit: 'week' } });
});
