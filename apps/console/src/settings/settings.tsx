/** `/console/settings`: every setting of the server, and what operators may set. */
import { createRoute } from '@tanstack/react-router';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { sources } from './sources.ts';
import { view } from './settings.view.ts';

const searchSchema = searchParams({ find: text('', 80), from: oneOf(sources, '') });

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loader: ({ context: { client }, abortController: { signal } }) => client.call('listSettings', {}, signal),
}).lazy(() => import('./settings.lazy.tsx').then(found => found.route));
