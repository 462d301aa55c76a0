// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectField } from './select-field.tsx';

const select = (label: string, value: string, options: readonly (readonly [string, string])[]) => (
  <SelectField label={label} value={value} options={options} onSelect={() => {}} />
);

test('the line says what the selects are set to, wherever they stand, and not those that leave nothing out', () => {
  const box = drawn(
    <FilterBar also={['2026-01-02 – 2026-01-05']}>
      <div>
        {select('Metric', 'LCP', [
          ['CLS', 'Shift'],
          ['LCP', 'Paint'],
        ])}
      </div>
      {select('Release', '', [
        ['', 'All releases'],
        ['1.2', '1.2'],
      ])}
      {null}
      {select('Kind', 'chunk', [
        ['chunk', 'Chunks'],
        ['all', 'All'],
      ])}
      {select('Status', 'all', [
        ['open', 'Open'],
        ['all', 'All'],
      ])}
    </FilterBar>,
    'en',
  );
  const button = box.querySelector('button');
  expect(button?.textContent).toBe('Filters · Paint · Chunks · 2026-01-02 – 2026-01-05');
  expect(button?.getAttribute('aria-expanded')).toBe('false');
  expect(box.querySelectorAll('select')).toHaveLength(4);
});

test('an unknown value of the address is not named', () => {
  const box = drawn(<FilterBar>{select('Metric', 'gone', [['CLS', 'Shift']])}</FilterBar>, 'zh-CN');
  expect(box.querySelector('button')?.textContent).toBe('筛选');
});
