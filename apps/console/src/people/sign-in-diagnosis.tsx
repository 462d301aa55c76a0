/** `/console/trouble`: diagnoses why a person can't sign in, by the identifier that they type. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { orClosed } from './closed-child.tsx';
import { view } from './sign-in-diagnosis.view.ts';

const searchSchema = searchParams({ identity: text('', 254) });

export const signInDiagnosisRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  // The person has just tried again.
  staleTime: 0,
  loader: async ({ context, deps, abortController }) =>
    deps.identity === ''
      ? null
      : orClosed(
          context.client.call(
            'getSignInDiagnosis',
            { query: { identity: deps.identity } },
            abortController.signal,
          ),
        ),
}).lazy(() => import('./sign-in-diagnosis.lazy.tsx').then(found => found.route));
