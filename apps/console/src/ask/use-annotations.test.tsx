// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { useAnnotations } from './annotations.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

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
  const box = document.createElement('ul');
  const root = createRoot(box);
  const value = { client } as unknown as ConsoleContextValue;
  await act(async () =>
    root.render(
      <ConsoleContextProvider value={value}>
        <List />
      </ConsoleContextProvider>,
    ),
  );
  expect(box.textContent).toBe('examsholidays');
  items = ['holidays'];
  await act(() => reload());
  expect(box.textContent).toBe('holidays');
  await act(async () => root.unmount());
});
