/** The root route, and the context of every route. */
import { createRootRouteWithContext } from '@tanstack/react-router';
import type { Client } from '../client/client.ts';
import type { CurrentOperator } from '../session/current-operator.ts';

export interface RouterContext {
  readonly client: Client;
  readonly currentOperator: CurrentOperator;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()();
