/** Removes sample data. */
import { flag } from '../../../events/store/columns.ts';
import { endArchiving } from './expire.ts';
import { maintain, type Maintenance } from './maintenance.ts';
import { remove } from './remove.ts';

/** Removes what was made by the generator of sample data. @returns how many events that were */
export const eraseSampleRows = (maintenance: Maintenance): Promise<number> =>
  maintain(maintenance, async context => {
    await endArchiving(context);
    const isSample = `bitAnd(flags, ${flag.sample}) != 0`;
    const events = await remove(context, 'events', isSample);
    for (const table of [
      'device_users',
      'hourly_archive',
      'active_persons_archive',
      'transitions_archive',
    ] as const)
      await remove(context, table, isSample);
    await remove(context, 'reports', 'sample');
    return events;
  });
