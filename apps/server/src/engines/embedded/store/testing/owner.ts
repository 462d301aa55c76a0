/** A server that owns a store, for tests that kill it: opens the store of a given folder, and reports when it is open. */
import { openDuckStore } from '../duck-store.ts';
import { eventAt, NOW } from '../../../../events/store/testing/events.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('which folder?');
const store = await openDuckStore({ folder, memory: 128 * 2 ** 20, log: console, now: () => NOW });
await store.load({ partition: 0, from: 0, to: 1, events: [eventAt(NOW)], reports: [] });
// Something runs when the end comes.
void store
  .query('select sum(hash(a.range + b.range)) from range(1000000) a, range(1000000) b')
  .catch(() => undefined);
process.send?.('loaded');
