/** `/console/second-factor`: an operator who must have a second factor sets it up before the console opens. */
import { createRoute, redirect, useRouter } from '@tanstack/react-router';
import { refusedOf } from '../client/refused.ts';
import { useWords } from '../console-context.ts';
import { searchParams, text } from '../search-params/search-params.ts';
import { rootRoute } from '../shell/root.ts';
import { ViewError } from '../shell/states.tsx';
import { AddSecondFactor } from './add-second-factor.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { returnAddress } from './return-address.ts';
import { secondFactorWords } from './second-factor-words.ts';

const searchSchema = searchParams({ to: text('', 2_000) });

export const setupSecondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/second-factor',
  ...searchSchema.route,
  gcTime: 0,
  loader: async ({ context, abortController }) => {
    try {
      return await context.client.call('getOwnSecondFactors', {}, abortController.signal);
    } catch (thrown) {
      if (refusedOf(thrown).name === 'OperatorRequired')
        throw redirect({ to: '/console/sign-in', search: { to: '' }, replace: true });
      throw thrown;
    }
  },
  errorComponent: ViewError,
  component: SetupSecondFactor,
});

function SetupSecondFactor() {
  const { to } = setupSecondFactorRoute.useSearch();
  const { passkeys_available: passkeysAvailable } = setupSecondFactorRoute.useLoaderData();
  const { currentOperator } = setupSecondFactorRoute.useRouteContext();
  const words = useWords(secondFactorWords);
  const router = useRouter();
  return (
    <EntryLayout title={words.setup} lead={words.setupLead}>
      <AddSecondFactor
        passkeysAvailable={passkeysAvailable}
        onDone={() => {
          currentOperator.clear();
          router.history.push(returnAddress(to));
        }}
      />
    </EntryLayout>
  );
}
