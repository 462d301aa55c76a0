// @vitest-environment jsdom
/** Home names the errors of the newest release, where the server says which one that is. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { NewErrors } from './new-errors.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
window.scrollTo = () => {};

let box: HTMLElement;
let root: Root;
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

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
  const router = createRouter({
    routeTree: createRootRoute({ component: NewErrors }),
    history: createMemoryHistory(),
  });
  await act(async () => {
    await router.load();
    root.render(
      <ConsoleContextProvider value={{ language: 'en', client } as unknown as ConsoleContextValue}>
        <RouterProvider router={router as never} />
      </ConsoleContextProvider>,
    );
  });
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
