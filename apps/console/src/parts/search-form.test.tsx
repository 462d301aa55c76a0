// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { SearchForm } from './search-form.tsx';

const { box, render } = testRoot();

const show = (q: string, other = '') =>
  render(
    <SearchForm shown={[q]} onSubmit={() => {}}>
      <input name="q" defaultValue={q} />
      <output>{other}</output>
    </SearchForm>,
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
