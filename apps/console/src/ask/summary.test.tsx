// @vitest-environment jsdom
/** The totals under a trend, and why there is no comparison. */
import { type Question, type QuestionAnswer, questionDefaults } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { Summary } from './summary.tsx';
import { askWords } from './words.ts';

const { box, render } = testRoot();

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
  await render(<Summary question={question} answer={given} writers={writers} onPeople={undefined} />);
  return box.textContent;
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
