// @vitest-environment jsdom
/** Under the chart of a funnel the people of each step are listed, and those who did not do it; and more groups than the first. */
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
    more: 39,
    points: ['2026-11-20'],
    trend: [[4, 2]],
  },
  previous: null,
  unfinished: false,
  until: null,
  took: 1,
  source: 'events',
};

test.each<Question['order']>(['in_order', 'strict', 'any'])(
  'a funnel %s lists the people of each step',
  async order => {
    const question: Question = {
      ...questionDefaults('funnel'),
      series: ['sign-up', 'lesson'].map(key => ({ event: { kind: 'custom', key }, measure: 'times' })),
      order,
    };
    const opened: Question[] = [];
    const asked: Question[] = [];
    const box = document.createElement('div');
    const root = createRoot(box);
    const routeTree = createRootRoute({
      component: () => (
        <AnswerChart
          question={question}
          answer={answer}
          at={1}
          name="Funnel"
          onPeople={people => opened.push(people)}
          onQuestion={more => asked.push(more)}
        />
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
    const buttons = [...box.querySelectorAll('button')].filter(each => each.textContent.startsWith('Who '));
    expect(buttons.map(each => each.textContent)).toEqual([
      'Who did step 1',
      'Who did step 2',
      'Who did not do step 2',
    ]);
    for (const button of buttons) button.click();
    expect(opened.map(({ kind, behind, order: kept }) => ({ kind, behind, order: kept }))).toEqual([
      { kind: 'people', behind: { funnel: { steps: 1, lost: false } }, order },
      { kind: 'people', behind: { funnel: { steps: 2, lost: false } }, order },
      { kind: 'people', behind: { funnel: { steps: 2, lost: true } }, order },
    ]);
    const more = [...box.querySelectorAll('button')].find(each => each.textContent === 'List more groups');
    more?.click();
    expect(asked).toEqual([{ ...question, top: 49 }]);
    await act(async () => root.unmount());
  },
);
