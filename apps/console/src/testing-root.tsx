/** Mounts parts of the console in the page of a test. */
import type { Language } from '@rollcall/ui';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from './console-context.ts';

/** The console's context, with as much of a client as the part calls. */
interface TestContext {
  readonly language?: Language;
  readonly client?: object;
}

const noClient = {};

/**
 * Adds a box to the page for each test of the file that calls it, and unmounts what is in it after the test. It is called
 * outside of tests. Files share this module, so hooks that it added when it is loaded would be those of the first file alone.
 * @returns the box; and `render`, which mounts a part in it, or renders the mounted one with other properties
 */
export function testRoot() {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const box = document.createElement('div');
  let root: Root;
  beforeEach(() => {
    document.body.append(box);
    root = createRoot(box);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    box.remove();
  });
  const render = (part: ReactNode, { language = 'en', client = noClient }: TestContext = {}) =>
    act(async () =>
      root.render(
        <ConsoleContextProvider value={{ language, client } as ConsoleContextValue}>
          {part}
        </ConsoleContextProvider>,
      ),
    );
  return { box, render };
}

/** A part as the view of a router, which links and loading the view again need. */
export async function routed(part: ReactNode): Promise<ReactNode> {
  // the router calls it, and jsdom does not implement it
  window.scrollTo = () => {};
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  });
  await router.load();
  return <RouterProvider router={router as never} />;
}
