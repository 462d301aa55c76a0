/** The pages that the console names for a scene of human verification are pages of the server. */
import { expect, test } from 'vitest';
import { scenePages } from '../apps/console/src/human-verification/scene-pages.ts';
import { pages } from '../apps/server/src/features/hosted-pages/hosted-pages.ts';

test('the pages of each scene are served', () => {
  const served = Object.keys(pages);
  const named = Object.values(scenePages).flat();
  expect(named.filter(page => !served.includes(page.replace(/^\/oauth\/\w+$/, '/oauth/:provider')))).toEqual(
    [],
  );
});
