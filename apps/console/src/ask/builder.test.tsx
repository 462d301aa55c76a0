// @vitest-environment jsdom
/** Each control of the builder changes the question that the address holds. */
import { type Question, questionDefaults, readQuestion, writeQuestion } from '@rollcall/contract/console';
import { act, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { Builder } from './builder.tsx';
import { membersOfFilter } from './edits.ts';

const reactEnvironment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const { box, render } = testRoot();
/** What the address holds. */
const bar = { address: '' };

function Page({ first }: { first: Question }) {
  const [question, setQuestion] = useState(first);
  useEffect(() => {
    bar.address = writeQuestion(question);
  }, [question]);
  return (
    <Builder question={question} cohorts={new Map()} platforms={['web', 'ios']} onChange={setQuestion} />
  );
}
const show = (first: Question, served: typeof client = client) =>
  render(<Page first={first} />, { client: served });
const held = () => readQuestion(bar.address).question;

const control = (label: string, at = 0): HTMLElement => {
  const labels = [...box.querySelectorAll('label')].filter(each => each.textContent === label);
  const found = document.getElementById(labels[at]?.htmlFor ?? '');
  if (!found) throw new Error(`No field “${label}”`);
  return found;
};
const put = (element: HTMLElement, value: string, kind: 'input' | 'change') =>
  act(async () => {
    const type = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event(kind, { bubbles: true }));
  });
const select = (label: string, value: string) => put(control(label), value, 'change');
const press = (name: string) =>
  act(async () => {
    const found = [...box.querySelectorAll('button')].find(
      each => each.textContent === name || each.getAttribute('aria-label') === name,
    );
    if (!found) throw new Error(`No button “${name}”`);
    found.click();
  });

/** Types into a field, and chooses the first item that was found with this text. */
const find = async (label: string, typed: string, item: string) => {
  await put(control(label), typed, 'input');
  const option = () =>
    [...box.querySelectorAll<HTMLElement>('[role=option]')].find(each => each.textContent?.startsWith(item));
  // The list comes from the server, outside of what the test does.
  reactEnvironment.IS_REACT_ACT_ENVIRONMENT = false;
  await expect.poll(option).toBeDefined();
  reactEnvironment.IS_REACT_ACT_ENVIRONMENT = true;
  await act(async () => option()?.click());
};

/** Nothing is known of the school's events and people. */
const client: { call: (name: string) => Promise<object> } = {
  call: async name => (name === 'listUsageKeys' ? { keys: [] } : { properties: [], items: [] }),
};

const trend = questionDefaults('trend');

test.each([
  ['Question', 'retention', { kind: 'retention', series: [{}, {}] }],
  ['By', 'week', { grain: 'week' }],
  ['By', 'hour', { grain: 'hour', period: { last: 7, unit: 'day' } }],
  ['Compare', 'previous', { compare: 'previous' }],
  ['Bots', 'only', { population: { bots: 'only' } }],
  ['Platform', 'ios', { population: { platform: 'ios' } }],
  ['Groups at most', '50', { top: 50 }],
])('%s: %s', async (label, value, expected) => {
  await show(trend);
  await select(label, value);
  expect(held()).toMatchObject(expected);
});

test.each([
  ['funnel', 'Within', '3600000', { window: 3_600_000 }],
  ['funnel', 'Order', 'strict', { order: 'strict' }],
  ['retention', 'People', 'each', { start: 'each' }],
  ['retention', 'Range', '20', { length: 20 }],
] as const)('of a %s, %s: %s', async (kind, label, value, expected) => {
  await show(trend);
  await select('Question', kind);
  await select(label, value);
  expect(held()).toMatchObject(expected);
});

test.each([
  ['Period', 'week', 'Last 12 weeks', { period: { last: 12, unit: 'week' } }],
  ['Period', '2026-08-03 2026-10-25', '2026-08-03 – 2026-10-25', { period: { from: '2026-08-03' } }],
  ['Period', '10 weeks', 'Last 10 weeks', { period: { last: 10, unit: 'week' } }],
  ['Measure', 'people', 'People', { series: [{ measure: 'people' }] }],
  [
    'Measure',
    'average dur',
    'Average of Duration (ms)',
    { series: [{ measure: { of: 'average', property: 'event.duration' } }] },
  ],
  [
    'Measure',
    'median score',
    'Median of Field score',
    { series: [{ measure: { of: 'p50', property: 'data.score' } }] },
  ],
])('%s: %s finds %s', async (label, typed, item, expected) => {
  await show(trend);
  await find(label, typed, item);
  expect(held()).toMatchObject(expected);
});

test('a measure is changed though the fields of the event can not be listed, and a field is named as it is typed', async () => {
  const refusing = async (name: string) => {
    if (name === 'listUsageProperties') throw new Error('TooBusy');
    return { properties: [], items: [], keys: [] };
  };
  await show(
    { ...trend, series: [{ event: { kind: 'view', key: '/a' }, measure: 'times' }] },
    { call: refusing },
  );
  await find('Measure', 'people', 'People');
  expect(held()).toMatchObject({ series: [{ measure: 'people' }] });
  await find('Measure', 'average lessonTime', 'Average of Field lessonTime');
  expect(held()).toMatchObject({ series: [{ measure: { of: 'average', property: 'data.lessonTime' } }] });
});

test('a condition is typed as a whole, and a group is changed as it was typed', async () => {
  await show(trend);
  await press('Filters');
  await find(
    'Property',
    'grade >= 7 and (browser = WeChat or browser = Safari)',
    'Grade ≥ 7 and (Browser is',
  );
  expect(held()?.filter).toMatchObject({ all: [{ op: 'gte', value: 7 }, { any: [{}, {}] }] });
  await press('Change the filter: (Browser is WeChat or Browser is Safari)');
  expect((control('Property') as HTMLInputElement).value).toBe(
    'device.browser = WeChat or device.browser = Safari',
  );
  await find('Property', 'browser = Edge', 'Browser is Edge');
  expect(held()?.filter).toMatchObject({
    all: [{ value: 7 }, { property: 'device.browser', op: 'is', value: 'Edge' }],
  });
});

test('a question that the address can not hold is not asked: the one that is there stays, and why is said', async () => {
  const text = Array.from({ length: 20 }, (_, at) => `grade = ${at}`).join(' and ');
  const alert = () => [...box.querySelectorAll('[role=alert]')].map(each => each.textContent).join('');
  await show(trend);
  for (const said of ['', expect.stringContaining('too long')]) {
    await press('Filters');
    await find('Property', text, 'Grade is 0 and');
    expect(membersOfFilter(held()?.filter)).toHaveLength(20);
    expect(alert()).toEqual(said);
  }
  await select('By', 'week');
  expect(held()).toMatchObject({ grain: 'week', filter: { all: expect.any(Array) } });
  expect(alert()).toBe('');
});

test('series are added, moved and removed', async () => {
  await show({ ...trend, series: [{ event: { kind: 'view', key: '/a' }, measure: 'times' }] });
  await press('+ Add a series');
  expect(held()?.series).toHaveLength(2);
  await find('Event or page B', '/b', '/b');
  await press('Move “/a” down');
  expect(held()?.series.map(({ event }) => event?.key)).toEqual(['/b', '/a']);
  await press('Remove “/a”');
  expect(held()?.series).toEqual([{ event: { kind: 'view', key: '/b' }, measure: 'times' }]);
});

test('a formula is taken at Enter, and only if it is one', async () => {
  await show({ ...trend, series: [trend.series[0] as never, trend.series[0] as never] });
  const field = control('Formula');
  const enter = () =>
    act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await put(field, 'A / C', 'input');
  await enter();
  expect(held()?.formula).toBeUndefined();
  await put(field, 'A / B', 'input');
  expect(held()?.formula).toBeUndefined();
  await enter();
  expect(held()?.formula).toBe('A / B');
});

test('conditions are joined, and removed one by one', async () => {
  await show({
    ...trend,
    filter: {
      all: [
        { property: 'event.page', op: 'is', value: '/a' },
        { property: 'device.browser', op: 'set' },
      ],
    },
  });
  const joint = box.querySelector<HTMLElement>('select[aria-label^="Filters"]');
  if (!joint) throw new Error('No joint');
  await put(joint, 'any', 'change');
  expect(held()?.filter).toMatchObject({ any: [{ value: '/a' }, { op: 'set' }] });
  await press('Remove the filter: Page is /a');
  await press('Remove the filter: Browser is set');
  expect(held()?.filter).toBeUndefined();
});
