// @vitest-environment jsdom
/** Home names the errors of the newest release, where the server says which one that is. */
import { expect, test } from 'vitest';
import { routed, testRoot } from '../testing-root.tsx';
import { NewErrors } from './new-errors.tsx';

const { box, render } = testRoot();

const groups = Array.from({ length: 7 }, (_, n) => ({
  id: String(n),
  name: 'TypeError',
  message: `wrong ${n}`,
  count: 3,
  first_seen: 0,
}));
const draw = async (page: object) => {
  const client = {
    call: async (name: string) =>
      name === 'getMonitorScope' ? { product: 'school' } : { items: groups, next: null, ...page },
  };
  await render(await routed(<NewErrors />), { client });
  return box.textContent;
};

test('five of the errors are named, and how many there are', async () => {
  const text = await draw({ newest_release: '1.2' });
  expect(text).toContain('New errors of 1.2');
  expect(text).toContain('All 7');
  expect(text).not.toContain('7+');
  expect(box.querySelectorAll('li')).toHaveLength(5);
});

test('more than a page of them are not said to be all', async () => {
  expect(await draw({ newest_release: '1.2', next: 'further' })).toContain('All 7+');
});

test.each([null, undefined])(
  'where the newest release is not known (%s), nothing is said to be new',
  // a server of the release before does not know the field, and lists errors of all releases
  async newest_release => {
    expect(await draw({ newest_release })).toBe('');
  },
);
