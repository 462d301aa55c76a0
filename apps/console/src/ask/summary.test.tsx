// @vitest-environment jsdom
/** The totals under a trend, and why there is no comparison. */
import { type Question, type QuestionAnswer, questionDefaults } from '@rollcall/contract/console';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { Summary } from './summary.tsx';
import { askWords } from './words.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const body = (total: number): QuestionAnswer['answer'] => ({
  kind: 'trend',
  points: ['2026-11-20'],
  lines: [{ series: 0, by: [], total, values: [total] }],
  more: 0,
});
const answer: QuestionAnswer = {
  from: 0,
  to: 1,
  sample: false,
  rows_from: null,
  answer: body(4),
  previous: null,
  unfinished: false,
  until: null,
  took: 1,
  source: 'events',
};
const writers = {
  words: askWords.en,
  language: 'en',
  whole: String,
  percent: String,
  figure: String,
  ratio: String,
};

const shown = async (question: Question, given: QuestionAnswer): Promise<string> => {
  const box = document.createElement('div');
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <ConsoleContextProvider value={{ language: 'en', client: {} } as ConsoleContextValue}>
        <Summary question={question} answer={given} writers={writers} onPeople={undefined} />
      </ConsoleContextProvider>,
    ),
  );
  const text = box.textContent;
  await act(async () => root.unmount());
  return text;
};

test('a comparison that is asked for and not there is explained, and no other', async () => {
  const plain = questionDefaults('trend');
  const compared: Question = { ...plain, compare: 'previous' };
  expect(await shown(compared, answer)).toContain(askWords.en.noComparison);
  expect(await shown(plain, answer)).not.toContain(askWords.en.noComparison);
  const both = await shown(compared, { ...answer, previous: { from: 0, to: 1, answer: body(2) } });
  expect(both).toContain(askWords.en.change);
  expect(both).not.toContain(askWords.en.noComparison);
});
