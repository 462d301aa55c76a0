/** `/console/people/ID`: a person with identifiers, sessions and signatures; blocking, ending sessions. */
import { timelineKinds } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { hasRole } from '../session/current-operator.ts';
import { shellRoute } from '../shell/route.ts';
import { orClosed } from './closed-child.tsx';
import { view } from './person.view.ts';

/** Entries of the timeline on one page. */
const TIMELINE = 20;

/** The page of the timeline, and the act whose dialog is open first: the command palette and the sign-in diagnosis lead to it. */
const personSearch = searchParams({
  cursor: text('', 600),
  /** What the timeline shows; empty: everything. */
  about: oneOf(['', ...timelineKinds], ''),
  act: oneOf(['', 'block', 'unblock', 'end-all', 'link', 'clear', 'keep'], ''),
});

export const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...personSearch.route,
  loaderDeps: ({ search: { cursor, about } }) => ({ cursor, about }),
  // It has the diagnosis of a person who may have just tried again.
  staleTime: 0,
  loader: async ({ context, params: { id }, deps: { cursor, about }, abortController: { signal } }) => {
    const helps = hasRole(context.operator.role, 'support');
    const [person, diagnosis, timeline, custom] = await Promise.all([
      orClosed(context.client.call('getPerson', { query: { id } }, signal)),
      helps ? orClosed(context.client.call('getSignInDiagnosis', { query: { id } }, signal)) : undefined,
      helps
        ? orClosed(
            context.client.call(
              'getPersonTimeline',
              { query: { id, limit: TIMELINE, kind: about, cursor } },
              signal,
            ),
          )
        : undefined,
      helps ? context.client.call('listCustomFields', {}, signal) : undefined,
    ]);
    return { person, diagnosis, timeline, custom };
  },
}).lazy(() => import('./person.lazy.tsx').then(found => found.route));
