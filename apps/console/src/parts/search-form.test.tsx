// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchForm } from './search-form.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

const show = (q: string, other = '') =>
  act(async () =>
    root.render(
      <SearchForm shown={[q]} onSubmit={() => {}}>
        <input name="q" defaultValue={q} />
        <output>{other}</output>
      </SearchForm>,
    ),
  );

test('the field has the text of the address whenever that changes, keeps the focus, and keeps what is typed until then', async () => {
  await show('');
  const field = box.querySelector('input');
  field?.focus();
  const typed = (text: string) => {
    if (field) field.value = text;
  };
  typed(' ann ');
  await show('', 'something else');
  expect(field?.value).toBe(' ann ');
  await show('ann');
  expect(field?.value).toBe('ann');
  expect(document.activeElement).toBe(field);
  typed('half');
  await show('');
  expect(field?.value).toBe('');
  expect(document.activeElement).toBe(field);
});
