/** The roles of a process, and which of them can stand in one. */
import { InvalidSetting, type Reader } from '../platform/config-reader.ts';

export const roles = ['accounts', 'collector', 'loader', 'console', 'jobs'] as const;
export type Role = (typeof roles)[number];

/** The roles that use the event log or the event store. */
const OF_ENGINES = ['collector', 'loader', 'console', 'jobs'] as const satisfies readonly Role[];

/** Whether a process has every role. */
export const hasAllRoles = (own: readonly Role[]): boolean => roles.every(role => own.includes(role));

/** Whether a process with these roles opens the event log and the event store. */
export const usesEngines = (own: readonly Role[]): boolean => OF_ENGINES.some(one => own.includes(one));

const role = (value: string): Role => {
  const found = roles.find(known => known === value);
  if (found === undefined) throw new InvalidSetting(`names out of ${roles.join(', ')}`, value);
  return found;
};

/**
 * Reads ROLLCALL_ROLES, in the order of `roles`; all by default.
 * @param embedded whether the event log or the event store is an embedded one, which belongs to one process
 */
export const rolesSetting = (reader: Reader, embedded: boolean): readonly Role[] => {
  const name = 'ROLLCALL_ROLES';
  const given = reader.list(name, role);
  if (given === undefined) return roles;
  const shown = given.join(',');
  if (given.length === 0) reader.wrong(name, shown, `names out of ${roles.join(', ')}`);
  const own = roles.filter(known => given.includes(known));
  if (hasAllRoles(own)) return own;
  const engines = OF_ENGINES.filter(one => own.includes(one));
  if (embedded && engines.length > 0 && engines.length < OF_ENGINES.length)
    reader.wrong(
      name,
      shown,
      `${OF_ENGINES.join(', ')} together or none of them, as the embedded event log and event store belong to one process (apart: ROLLCALL_EVENT_LOG=nats with ROLLCALL_EVENT_STORE=clickhouse)`,
    );
  if (!reader.isSet('ROLLCALL_DATABASE_URL'))
    reader.wrong(
      'ROLLCALL_DATABASE_URL',
      undefined,
      'the PostgreSQL that all processes share, where ROLLCALL_ROLES leaves roles to others',
    );
  return own;
};
