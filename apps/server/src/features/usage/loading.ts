/** Puts together what loads the event log into the event store. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Consents } from '../../events/loader/consents.ts';
import { DatabaseQuarantine } from '../../events/loader/database-quarantine.ts';
import { FolderQuarantine } from '../../events/loader/folder-quarantine.ts';
import { Loaders, type LoadersOptions } from '../../events/loader/loaders.ts';
import type { Share } from '../../events/loader/share.ts';
import { InstallationProductNames } from '../../events/loader/product-names.ts';
import type { Quarantine } from '../../events/loader/quarantine.ts';
import type { AppContext } from '../../http/context.ts';
import type { MinorsSettings } from '../../identity/minors/age.ts';
import { deriveKeys, type Secret } from '../../platform/derive-key.ts';
import { NEW_PRODUCTS } from './network-products.ts';
import type { UsageSettings } from './settings.ts';

/** The share of its time that the event loop is at work when the server is busy. */
const BUSY = 0.6;

export interface LoadingApp extends AppContext {
  readonly config: {
    /** Absolute path of the data folder. */
    readonly data: string;
    readonly usage: UsageSettings;
    readonly quarantine: 'folder' | 'database';
    readonly minors: Pick<MinorsSettings, 'mode'>;
    readonly secret: Secret;
  };
}

/** Whether the event loop was at work for most of the time since the last look. */
const busyLoop = (): (() => boolean) => {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY;
  };
};

/** Where records are put that the event store can't take. */
export const quarantineFolder = (data: string): string => join(data, 'usage/quarantine');

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);

export interface Loading {
  readonly loaders: Loaders;
  readonly consents: Consents;
  readonly quarantine: Quarantine;
  readonly productNames: InstallationProductNames;
}

/** Begins to load what this process's share is. */
export const startLoading = (
  { config, db, now }: LoadingApp,
  { log, store, logger, share }: Pick<LoadersOptions, 'log' | 'store' | 'logger'> & { readonly share: Share },
): Loading => {
  const consents = new Consents(db, config.minors.mode !== 'off', deriveKeys(config.secret, 'usage proofs'));
  const quarantine =
    config.quarantine === 'database'
      ? new DatabaseQuarantine(db, now)
      : new FolderQuarantine(quarantineFolder(config.data), now);
  const productNames = new InstallationProductNames(db, NEW_PRODUCTS);
  productNames.know(config.usage.products ?? []);
  const loaders = new Loaders({
    log,
    share,
    store,
    consents,
    quarantine,
    productNames,
    now,
    busy: busyLoop(),
    logger,
    pause,
  });
  return { loaders, consents, quarantine, productNames };
};
