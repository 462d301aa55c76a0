/** The form of an alert on a question. */
import { questionDefaults, type Question, type QuestionAlert } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { newAlert, periodsOf, readAlert, typedAlert } from './typed.ts';

const trend: Question = questionDefaults('trend');
const time: Question = questionDefaults('time');

test('a new alert is whole: a drop of the first series, or of the formula', () => {
  expect(readAlert(trend, newAlert(trend, ' Few '))).toEqual({
    alert: {
      name: 'Few',
      series: 0,
      every: 'day',
      condition: 'dropped',
      threshold: 0.3,
      least: 10,
      channel: null,
      enabled: true,
    },
  });
  expect(newAlert({ ...trend, formula: 'A * 2' }, '').series).toBeNull();
});

test('durations are typed in seconds and drops in percent, and come back as they were', () => {
  const typed = { ...newAlert(time, 'Slow'), condition: 'above', threshold: '90.5' } as const;
  const read = readAlert(time, typed);
  if (!('alert' in read)) throw new Error('refused');
  expect(read.alert).toMatchObject({ threshold: 90_500, least: 0 });
  const alert = { ...read.alert, unit: 'duration', least: 4000 } as QuestionAlert;
  expect(typedAlert(alert)).toMatchObject({ threshold: '90.5', least: '4' });
  expect(typedAlert({ ...alert, condition: 'dropped', threshold: 0.07 })).toMatchObject({ threshold: '7' });
});

test.each([
  [{ threshold: '0' }, ['threshold']],
  [{ threshold: '101' }, ['threshold']],
  [{ condition: 'above', threshold: '' }, ['threshold']],
  [{ condition: 'below', threshold: '-5' }, undefined],
  [{ condition: 'no-data', threshold: '' }, undefined],
  [{ least: '-1' }, ['least']],
  [{ name: ' ' }, ['name']],
] as const)('%j: %s are wrong', (more, wrong) => {
  const read = readAlert(trend, { ...newAlert(trend, 'Few'), ...more });
  expect('wrong' in read ? read.wrong : undefined).toEqual(wrong);
});

test('what has no figure of single hours is not offered by the hour', () => {
  expect(periodsOf(trend)).toEqual(['hour', 'day', 'week']);
  expect(periodsOf(questionDefaults('paths'))).toEqual(['day', 'week']);
});
