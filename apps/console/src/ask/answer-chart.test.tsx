// @vitest-environment jsdom
/** From numbers of an answer the people behind them are opened: of steps, groups, times, cells and moves. */
import {
  type Question,
  type QuestionAnswer,
  type QuestionBody,
  questionDefaults,
  readQuestion,
  writeQuestion,
} from '@rollcall/contract/console';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { routed, testRoot } from '../testing-root.tsx';
import { AnswerChart } from './answer-chart.tsx';
import { behindText } from './names.ts';
import { askWords } from './words.ts';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const { box, render } = testRoot();
let opened: Question[];
let asked: Question[];
beforeEach(() => {
  opened = [];
  asked = [];
});

const show = async (question: Question, body: QuestionBody) => {
  const answer: QuestionAnswer = {
    from: 0,
    to: 1,
    sample: false,
    rows_from: null,
    answer: body,
    previous: null,
    unfinished: false,
    until: null,
    took: 1,
    source: 'events',
  };
  const chart = (
    <AnswerChart
      question={question}
      answer={answer}
      at={1}
      name="Answer"
      onPeople={people => opened.push(people)}
      onQuestion={more => asked.push(more)}
    />
  );
  await render(await routed(chart));
};
const pressables = () => [...box.querySelectorAll<HTMLElement>('button, [role=button]')];
const nameOf = (each: Element) =>
  each.getAttribute('aria-label') ?? each.querySelector('title')?.textContent ?? each.textContent;
const press = async (name: string) => {
  const found = pressables().find(each => nameOf(each) === name);
  if (!found) throw new Error(`nothing is called ${name}: ${pressables().map(nameOf).join(' | ')}`);
  await act(async () => found.dispatchEvent(new MouseEvent('click', { bubbles: true })));
};
/** What was opened last, and how it is called above its list; an address can hold it. */
const listed = () => {
  const question = opened.at(-1);
  if (!question) throw new Error('nothing was opened');
  expect(readQuestion(writeQuestion(question)).question).toEqual(question);
  return [question.behind, behindText(question, askWords.en)];
};

const spread = (p50: number, p90: number) => ({ p10: 1, p25: 1, p50, p75: p50, p90 });
const funnel: QuestionBody = {
  kind: 'funnel',
  groups: [
    {
      by: [],
      steps: [
        { people: 40, between: null },
        { people: 20, between: spread(3000, 60_000) },
      ],
    },
    {
      by: ['phone', null],
      steps: [
        { people: 4, between: null },
        { people: 2, between: spread(1000, 2000) },
      ],
    },
  ],
  more: 39,
  points: ['2026-11-20'],
  trend: [[40, 20]],
};
const asksFunnel = (more: Partial<Question> = {}): Question => ({
  ...questionDefaults('funnel'),
  series: ['sign-up', 'lesson'].map(key => ({ event: { kind: 'custom', key }, measure: 'times' })),
  breakdowns: ['device.class', 'person.site'],
  ...more,
});

test.each<Question['order']>(['in_order', 'strict', 'any'])(
  'a funnel %s lists the people of each step, and more groups than the first',
  async order => {
    const question = asksFunnel({ order });
    await show(question, funnel);
    const links = pressables().filter(each => /^(?:Who|[≤>] \d+ \w+ Who) /.test(nameOf(each)));
    expect(links.map(nameOf)).toEqual([
      'Who did step 1',
      'Who did step 2',
      'Who did not do step 2',
      '≤ 3 s Who did step 2 within 3 s',
      '> 3 s Who took over 3 s for step 2',
      '> 1 min Who took over 1 min for step 2',
    ]);
    for (const link of links) await act(async () => link.click());
    expect(
      opened.map(({ kind, behind, order: kept, breakdowns }) => ({ kind, behind, kept, breakdowns })),
    ).toEqual(
      [
        { steps: 1, lost: false },
        { steps: 2, lost: false },
        { steps: 2, lost: true },
        { steps: 2, lost: false, took: { upto: 3000 } },
        { steps: 2, lost: false, took: { over: 3000 } },
        { steps: 2, lost: false, took: { over: 60_000 } },
      ].map(told => ({ kind: 'people', behind: { funnel: told }, kept: order, breakdowns: [] })),
    );
    expect(listed()[1]).toBe('Who took over 1 min for step 2');
    await press('List more groups');
    expect(asked).toEqual([{ ...question, top: 49 }]);
  },
);

test('a group of a funnel lists its own people: by its figures, and by the steps of the chosen one', async () => {
  const question = asksFunnel();
  await show(question, funnel);
  await press('2 Who did step 2 phone · (none)');
  expect(opened[0]?.breakdowns).toEqual(question.breakdowns);
  expect(listed()).toEqual([
    { funnel: { steps: 2, lost: false, by: ['phone', null] } },
    'Who did step 2 (phone · (none))',
  ]);
  await press('20 Who did step 2 All');
  expect(listed()[0]).toEqual({ funnel: { steps: 2, lost: false } });
  const group = box.querySelector('select') as HTMLSelectElement;
  await act(async () => {
    group.value = '1';
    group.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await press('Who did not do step 2');
  expect(listed()[0]).toEqual({ funnel: { steps: 2, lost: true, by: ['phone', null] } });
  await press('≤ 1 s Who did step 2 within 1 s');
  expect(listed()[0]).toEqual({
    funnel: { steps: 2, lost: false, took: { upto: 1000 }, by: ['phone', null] },
  });
});

test('a group of a retention lists who started and who came back', async () => {
  const cohort = (people: number, back: number[]) => ({ point: '2026-11-20', people, back });
  const question: Question = {
    ...questionDefaults('retention'),
    series: [
      { event: null, measure: 'times' },
      { event: null, measure: 'times' },
    ],
    breakdowns: ['device.class'],
  };
  await show(question, {
    kind: 'retention',
    groups: [
      { by: [], cohorts: [cohort(4, [4, 2])], average: [1, 0.5] },
      { by: ['phone'], cohorts: [cohort(2, [2, 1])], average: [1, 0.25] },
    ],
    more: 0,
  });
  await press('2 Who started phone');
  expect(listed()).toEqual([{ retention: { by: ['phone'] } }, 'Who started (phone)']);
  await press('25% Who started and came back 1 later phone');
  expect(listed()[0]).toEqual({ retention: { after: 1, by: ['phone'] } });
});

test('a move and a page of paths list who was there', async () => {
  const question: Question = {
    ...questionDefaults('paths'),
    series: [{ event: { kind: 'view' }, measure: 'times' }],
    page: { from: '/' },
  };
  const move = (step: number, from: string, to: string | null, moves: number) => ({
    step,
    from_page: from,
    to_page: to,
    moves,
  });
  await show(question, {
    kind: 'paths',
    moves: [move(1, '/', '/a', 5), move(1, '/', null, 2), move(2, '/a', '/', 4)],
    total: 11,
  });
  // The charts come in a chunk of their own.
  await act(async () => void (await import('../charts/charts.ts')));
  await press('Who went from / to /a: 5 moves');
  expect(opened[0]).toMatchObject({ kind: 'people', page: { from: '/' } });
  expect(listed()).toEqual([
    { paths: { step: 1, from: '/', to: '/a' } },
    'Who went from / to /a (/, Step 1 after the page)',
  ]);
  await press('Who left from /: 2 moves');
  expect(listed()[0]).toEqual({ paths: { step: 1, from: '/', to: null } });
  // A figure would be of the moves that are drawn alone.
  await press('Who was at /a');
  expect(listed()[0]).toEqual({ paths: { step: 2, from: '/a' } });
});

test('a point of stickiness lists the people of the line that is chosen, first of one that is drawn', async () => {
  const series = ['open', 'done'].map(key => ({ event: { kind: 'custom', key }, measure: 'times' }) as const);
  const line = (of: number, by: string[], people: number) => ({ series: of, by, people: [people, 0] });
  await show(
    { ...questionDefaults('stickiness'), series: [...series], breakdowns: ['device.class'] },
    {
      kind: 'stickiness',
      lines: [0, 1].flatMap(of => [line(of, [], 7), line(of, ['phone'], 3), line(of, ['desktop'], 4)]),
      more: 0,
    },
  );
  await act(async () => void (await import('../charts/charts.ts')));
  const group = box.querySelector('select') as HTMLSelectElement;
  expect([...group.options].map(option => option.text)).toEqual([
    'open · phone',
    'open · desktop',
    'done · phone',
    'done · desktop',
  ]);
  const pick = () =>
    act(async () => {
      const cursor = box.querySelector('input[type=range]');
      cursor?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
  await pick();
  expect(listed()[0]).toEqual({ stickiness: { series: 0, points: 2, by: ['phone'] } });
  await act(async () => {
    group.value = '3';
    group.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await pick();
  expect(listed()[0]).toEqual({ stickiness: { series: 1, points: 2, by: ['desktop'] } });
});

test('where somebody may start at several points, starts are counted, and called so', async () => {
  const cohort = { point: '2026-11-20', people: 4, back: [4] };
  await show(
    { ...questionDefaults('retention'), breakdowns: ['device.class'], start: 'each' },
    {
      kind: 'retention',
      groups: [[], ['phone']].map(by => ({ by, cohorts: [cohort, cohort], average: [1] })),
      more: 0,
    },
  );
  const heads = [...box.querySelectorAll('section th, table th')].map(head => head.textContent);
  expect(heads).toContain('Starts');
  await press('8 Who started phone');
});

test('a group that a viewer sees masked opens nobody, since nobody would be found by what is seen', async () => {
  const [everybody, phone] = funnel.kind === 'funnel' ? funnel.groups : [];
  if (!everybody || !phone || funnel.kind !== 'funnel') throw new Error('no groups');
  const masked = { ...phone, by: ['138****5678', null] };
  await show(asksFunnel(), { ...funnel, groups: [everybody, masked] });
  await press('40 Who did step 1 All');
  expect(pressables().map(nameOf).join('\n')).not.toContain('138****5678');
  expect(box.querySelector('select')).toBeNull();
  expect(box.textContent).toContain('138****5678');
});
