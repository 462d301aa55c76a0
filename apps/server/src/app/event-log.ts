/** Opens the event log that the configuration names. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Offset } from '../events/log/event-log.ts';
import { openSegmentLog } from '../engines/embedded/log/segment-log.ts';
import type { OpenEventLog } from '../features/usage/event-log.ts';
import { hasOutsideEngines } from '../features/usage/settings.ts';
import type { AppContext } from '../http/context.ts';
import { withPackages } from '../platform/optional-packages.ts';
import type { Config } from './config.ts';

/**
 * In `ROLLCALL_DATA/usage`, or in NATS.
 * @param loads whether this process loads the log into the event store
 * @param loadedTo called if the log is empty: the offset that the store is loaded to, 0 for a new store
 * @throws Error in words for the operator where another process holds the folder, or it can't be read
 */
export const openEventLog = async (
  app: AppContext & { readonly config: Pick<Config, 'data' | 'usage'> },
  { loads, loadedTo }: { readonly loads: boolean; readonly loadedTo: (log: string) => Promise<Offset> },
): Promise<OpenEventLog> => {
  const { config, log: logger } = app;
  const folder = join(config.data, 'usage');
  // Ids of events were kept here before the event store left out what it has.
  await rm(join(folder, 'ids'), { recursive: true, force: true });
  const { nats, diskBytes } = config.usage;
  if (nats) {
    const { openStream } = await withPackages(
      'ROLLCALL_NATS_URL',
      ['@nats-io/jetstream', '@nats-io/transport-node'],
      () => import('../engines/cluster/open-stream.ts'),
    );
    return openStream(app, { nats, loads, isStoreShared: hasOutsideEngines(config.usage) });
  }
  const log = await openSegmentLog({
    folder: join(folder, 'log'),
    diskBytes,
    from: async (empty, identity) => (empty ? loadedTo(identity) : 0),
    log: logger,
  });
  return { log, share: 'all', close: () => log.close() };
};
