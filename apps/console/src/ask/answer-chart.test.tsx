// @vitest-environment jsdom
/** Under the chart of a funnel people are listed only where the list is exactly those of the number. */
import { type Question, type QuestionAnswer, questionDefaults } from '@rollcall/contract/console';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { AnswerChart } from './answer-chart.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
window.scrollTo = () => {};

const between = { p10: 1, p25: 1, p50: 1, p75: 1, p90: 1 };
const answer: QuestionAnswer = {
  from: 0,
  to: 1,
  sample: false,
  rows_from: null,
  answer: {
    kind: 'funnel',
    groups: [
      {
        by: [],
        steps: [
          { people: 4, between: null },
          { people: 2, between },
        ],
      },
    ],
    more: 0,
    points: ['2026-11-20'],
    trend: [[4, 2]],
  },
  previous: null,
  unfinished: false,
  until: null,
  took: 1,
  source: 'events',
};

test.each<[Question['order'], listed: readonly string[]]>([
  ['in_order', ['People behind 1 sign-up']],
  ['strict', ['People behind 1 sign-up']],
  ['any', []],
])('a funnel %s lists the people of %o', async (order, listed) => {
  const question: Question = {
    ...questionDefaults('funnel'),
    series: ['sign-up', 'lesson'].map(key => ({ event: { kind: 'custom', key }, measure: 'times' })),
    order,
  };
  const box = document.createElement('div');
  const root = createRoot(box);
  const routeTree = createRootRoute({
    component: () => (
      <AnswerChart question={question} answer={answer} at={1} name="Funnel" onPeople={() => {}} />
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await act(async () => {
    await router.load();
    root.render(
      <ConsoleContextProvider value={{ language: 'en', client: {} } as ConsoleContextValue}>
        <RouterProvider router={router as never} />
      </ConsoleContextProvider>,
    );
  });
  const names = [...box.querySelectorAll('button')].map(each => each.textContent);
  expect(names.filter(name => name.startsWith('People behind'))).toEqual(listed);
  await act(async () => root.unmount());
});
