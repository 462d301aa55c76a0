// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { useAnnotations } from './annotations.ts';

const { box, render } = testRoot();

const period = { from: '2026-11-01', to: '2026-11-30' };

test('a reload ends once the list is that of now, so that a dialog closes over the rows that stay', async () => {
  let items = ['exams', 'holidays'];
  const client = { call: async () => ({ items: items.map(text => ({ text })) }) };
  let reload = async () => {};
  const List = () => {
    const found = useAnnotations(period);
    reload = found.reload;
    return found.items.map(({ text }) => <li key={text}>{text}</li>);
  };
  await render(<List />, { client });
  expect(box.textContent).toBe('examsholidays');
  items = ['holidays'];
  await act(() => reload());
  expect(box.textContent).toBe('holidays');
});
