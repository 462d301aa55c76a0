// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { Outcomes } from './outcomes.tsx';

test('shows the pass rate of each vendor, and of each of its hours', () => {
  const rows = [
    { hour: 3_600_000, provider: 'GEETEST', passed: 1, failed: 0, unjudged: 1 },
    { hour: 7_200_000, provider: 'GEETEST', passed: 2, failed: 0, unjudged: 0 },
  ];
  const box = drawn(<Outcomes rows={rows} />, 'en');
  const rates = [...box.querySelectorAll('tbody tr')].map(row => row.lastElementChild?.textContent);
  expect(rates).toEqual(['75%', '100%', '50%']);
});
