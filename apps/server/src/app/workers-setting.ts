/** Reads ROLLCALL_WORKERS. */
import { availableParallelism } from 'node:os';
import { InvalidSetting, type Reader } from '../platform/config-reader.ts';
import { hasAllRoles, type Role } from './roles.ts';

/** Beyond it workers cost more memory than they serve. */
const MOST_WORKERS = 64;

/**
 * Workers of `auto`: one core is left to the owner and to the database. So two cores have one process, which does more there than two
 * workers would (docs/cluster.md#workers).
 */
export const autoWorkers = (cores: number): number => Math.min(MOST_WORKERS, Math.max(1, cores - 1));

/** Reads ROLLCALL_WORKERS: a number, or `auto`. */
export const workersSetting = (reader: Reader, own: readonly Role[]): number => {
  const name = 'ROLLCALL_WORKERS';
  const count =
    reader.checked(name, value => {
      if (value === 'auto') return autoWorkers(availableParallelism());
      if (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_WORKERS)
        return Number(value);
      throw new InvalidSetting(`auto, or a whole number from 1 to ${MOST_WORKERS}`, value);
    }) ?? 1;
  if (count > 1 && !hasAllRoles(own))
    reader.wrong(name, String(count), '1 where ROLLCALL_ROLES leaves roles to other processes');
  return count;
};
