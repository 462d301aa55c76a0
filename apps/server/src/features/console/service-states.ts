/** Since when the services that people need to get in fail: messages by channel and by sender, challenges, WeChat and QQ. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** When a service worked last, and its first failure since; milliseconds since 1970. */
export interface ServiceState {
  readonly workedAt?: number;
  readonly failingSince?: number;
}

export type ServiceStates = Map<string, ServiceState>;

/** The service of a sender's messages by one channel. */
export const senderService = (sender: string, channel: string): string => `sender:${sender}:${channel}`;

/** Notes how a service answered at `at`. */
export const noteService = (states: ServiceStates, service: string, worked: boolean, at: number): void => {
  const { workedAt, failingSince = at } = states.get(service) ?? {};
  states.set(
    service,
    worked ? { workedAt: at } : { ...(workedAt === undefined ? {} : { workedAt }), failingSince },
  );
};

/** Two accounts of the same service as one. */
export const mergedState = (one: ServiceState, other: ServiceState): ServiceState => {
  const worked = [one, other].flatMap(({ workedAt }) => workedAt ?? []);
  const last = worked.length > 0 ? Math.max(...worked) : undefined;
  const failing = [one, other]
    .flatMap(({ failingSince }) => failingSince ?? [])
    .filter(at => last === undefined || at > last);
  return {
    ...(last === undefined ? {} : { workedAt: last }),
    ...(failing.length > 0 ? { failingSince: Math.min(...failing) } : {}),
  };
};

/** Adds what this server saw to what is stored, in the transaction `db`. */
export const writeServiceStates = async (db: Kysely<Database>, states: ServiceStates): Promise<void> => {
  const moment = (at: number | undefined) => (at === undefined ? null : new Date(at));
  // Sorted, so that concurrent servers lock the rows in the same order.
  for (const [service, { workedAt, failingSince }] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`
      insert into service_states as s (service, worked_at, failing_since)
      values (${service}, ${moment(workedAt)}::timestamptz, ${moment(failingSince)}::timestamptz)
      on conflict (service) do update set worked_at = greatest(s.worked_at, excluded.worked_at), failing_since = least(
        case when s.failing_since > coalesce(greatest(s.worked_at, excluded.worked_at), '-infinity') then s.failing_since end,
        case when excluded.failing_since > coalesce(greatest(s.worked_at, excluded.worked_at), '-infinity')
          then excluded.failing_since end)`.execute(db);
  }
};

/** What is known of each service. */
export const readServiceStates = async (db: Kysely<Database>): Promise<ReadonlyMap<string, ServiceState>> => {
  const rows = await db.selectFrom('service_states').selectAll().execute();
  return new Map(
    rows.map(({ service, worked_at: worked, failing_since: failing }) => [
      service,
      {
        ...(worked === null ? {} : { workedAt: worked.getTime() }),
        ...(failing === null ? {} : { failingSince: failing.getTime() }),
      },
    ]),
  );
};

/** Since when each service fails that does, milliseconds since 1970. */
export const failingServices = async (db: Kysely<Database>): Promise<ReadonlyMap<string, number>> =>
  new Map(
    [...(await readServiceStates(db))].flatMap(([service, { failingSince }]) =>
      failingSince === undefined ? [] : [[service, failingSince]],
    ),
  );
