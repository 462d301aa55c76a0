import type { View } from '../view.ts';

/** One of them, which the browser tests of the list visit by hand: there is none without an address to send to. */
export const view = { path: '/console/webhooks/$id', states: [] } as const satisfies View;
