/** The parent route of all views that need a signed-in operator. */
import { createRoute, redirect } from '@tanstack/react-router';
import { refusedOf } from '../client/refused.ts';
import { rootRoute } from './root.ts';
import { Shell } from './shell.tsx';

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    try {
      return { operator: await context.currentOperator.get() };
    } catch (thrown) {
      if (refusedOf(thrown).name === 'OperatorRequired')
        throw redirect({ to: '/console/sign-in', search: { to: location.href }, replace: true });
      throw thrown;
    }
  },
  component: Shell,
});
