// @vitest-environment jsdom
/** The list of errors, of a server that says which release is the newest and of one that does not know it yet. */
import type { ErrorGroup } from '@rollcall/contract/console';
import { afterAll, expect, test, vi } from 'vitest';

const state = { status: 'open', only: 'all', q: '', sort: 'last_seen', order: 'descending', cursor: '' };
let answer: object = {};
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: unknown }) => <a href="/">{children as string}</a>,
  createLazyRoute: () => (options: object) => ({
    ...options,
    useSearch: () => state,
    useLoaderData: () => answer,
    useNavigate: () => () => {},
  }),
  useRouter: () => ({}),
  useNavigate: () => () => {},
}));

// Another file may have loaded them with the router itself.
vi.resetModules();
const { drawn } = await import('../testing.tsx');
const { route } = await import('./errors.lazy.tsx');
afterAll(() => {
  vi.resetModules();
});

const group = {
  id: '0a'.repeat(16),
  product: 'school',
  name: 'TypeError',
  message: 'wrong',
  culprit: '',
  status: 'open',
  first_seen: 0,
  last_seen: 0,
  first_release: '1.2',
  last_release: '1.2',
  count: 1,
  pages: 1,
  pages_since: 0,
  regressed_at: null,
  note: null,
} satisfies ErrorGroup;
const draw = (newest: object) => {
  answer = { product: 'school', known: true, sampled: false, items: [group], next: null, ...newest };
  const Errors = (route as unknown as { component: () => React.ReactNode }).component;
  return drawn(<Errors />, 'en').textContent;
};
const BADGE = 'New in the newest release';

test('an error of the newest release is marked, and those alone can be listed', () => {
  const text = draw({ newest_release: '1.2' });
  expect(text).toContain(BADGE);
  expect(text).toContain('Only those new in 1.2');
});

// a server of the release before does not know the field
test.each([{ newest_release: null }, {}])('where it is not known nothing is new: %o', newest => {
  const text = draw(newest);
  expect(text).toContain('TypeError');
  expect(text).not.toContain(BADGE);
  expect(text).not.toMatch(/undefined|null/);
});
