/** The root of the console's routes, and what every route is given. */
import type { Language } from '@rollcall/react';
import { createRootRouteWithContext } from '@tanstack/react-router';
import type { Client } from '../client/client.ts';
import type { Me } from '../session/me.ts';

export interface RouterContext {
  readonly client: Client;
  readonly me: Me;
  readonly language: Language;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()();
