// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { FilterForm } from './filter-form.tsx';

const { box, render } = testRoot();
let submitted: string[][];
beforeEach(() => {
  submitted = [];
});

function List() {
  const [state, setState] = useState({ subject: 'Ann', from: '' });
  return (
    <FilterForm
      shown={[state.subject, state.from]}
      chips={Object.entries(state)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => ({ name, value, onRemove: () => setState({ ...state, [name]: '' }) }))}
      onSubmit={data => submitted.push([...data.keys()])}
      first={<input name="q" />}
    >
      <input name="subject" defaultValue={state.subject} />
      <input name="from" defaultValue={state.from} />
    </FilterForm>
  );
}
const button = (name: string) => {
  const found = [...box.querySelectorAll('button')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (!found) throw new Error(`no button ${name} in ${box.innerHTML}`);
  return found;
};
const press = (name: string) =>
  act(async () => {
    button(name).focus();
    button(name).click();
  });
const names = () => [...box.querySelectorAll('input')].map(({ name }) => name);

test('the fields are folded until the button shows them; it says how many filters are set', async () => {
  await render(<List />);
  expect(names()).toEqual(['q']);
  expect(button('Filters (1)').getAttribute('aria-expanded')).toBe('false');
  await press('Filters (1)');
  expect(button('Filters (1)').getAttribute('aria-expanded')).toBe('true');
  expect(names()).toEqual(['q', 'subject', 'from']);
  expect(document.activeElement).toBe(button('Filters (1)'));
  await press('Filters (1)');
  expect(names()).toEqual(['q']);
});

test('a chip takes its filter away: its field is empty, and the button has the focus', async () => {
  await render(<List />);
  await press('Filters (1)');
  await press('Remove the filter subject: Ann');
  expect(box.querySelectorAll('button')).toHaveLength(1);
  expect(document.activeElement).toBe(button('Filters'));
  expect(box.querySelector<HTMLInputElement>('[name=subject]')?.value).toBe('');
});

test('what is sent has no fields while they are folded, and neither the button nor a chip sends it', async () => {
  await render(<List />);
  const send = () => act(async () => box.querySelector('form')?.requestSubmit());
  await send();
  await press('Filters (1)');
  await send();
  await press('Remove the filter subject: Ann');
  expect(submitted).toEqual([['q'], ['q', 'subject', 'from']]);
});
