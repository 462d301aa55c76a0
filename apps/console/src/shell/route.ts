/** The parent route of all views that need a signed-in operator. */
import { createRoute, redirect } from '@tanstack/react-router';
import { isSetupRequired } from '../client/client.ts';
import { refusedOf } from '../client/refused.ts';
import { rootRoute } from './root.ts';
import { scopeSearch } from './scope.ts';
import { Shell } from './shell.tsx';

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  ...scopeSearch,
  beforeLoad: async ({ context, location }) => {
    try {
      return { operator: await context.currentOperator.get() };
    } catch (thrown) {
      if (isSetupRequired(refusedOf(thrown)))
        throw redirect({ to: '/console/second-factor', search: { to: location.href }, replace: true });
      if (refusedOf(thrown).name === 'OperatorRequired')
        throw redirect({ to: '/console/sign-in', search: { to: location.href }, replace: true });
      throw thrown;
    }
  },
  component: Shell,
});
