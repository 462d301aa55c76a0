/** `/console/custom-fields`: the definitions of the school's own fields, in order. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './custom-fields.view.ts';

export const customFieldsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: ({ context: { client }, abortController: { signal } }) =>
    client.call('listCustomFields', {}, signal),
}).lazy(() => import('./custom-fields.lazy.tsx').then(found => found.route));
