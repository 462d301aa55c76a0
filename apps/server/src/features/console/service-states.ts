/** Since when the services that people need to get in fail: messages by channel and by sender, challenges, WeChat and QQ. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** When a service worked last, its first failure since, and its last failure; milliseconds since 1970. */
export interface ServiceState {
  readonly workedAt?: number;
  readonly failingSince?: number;
  readonly failedAt?: number;
}

/** How long it counts that a service was seen to work, or to fail, in ms. */
export const PROVED = 24 * 3600 * 1000;
/** A time that is further ahead, in ms, was written by a clock that has been put back since: it says nothing. */
export const AHEAD = 60_000;

export type ServiceStates = Map<string, ServiceState>;

/** The service of a sender's messages by one channel. */
export const senderService = (sender: string, channel: string): string => `sender:${sender}:${channel}`;

/** Notes how a service answered at `at`. */
export const noteService = (states: ServiceStates, service: string, worked: boolean, at: number): void => {
  const { workedAt, failingSince = at } = states.get(service) ?? {};
  states.set(
    service,
    worked
      ? { workedAt: at }
      : { ...(workedAt === undefined ? {} : { workedAt }), failingSince, failedAt: at },
  );
};

const latest = (times: readonly number[]): number | undefined =>
  times.length > 0 ? Math.max(...times) : undefined;

/** Two accounts of the same service as one. */
export const mergedState = (one: ServiceState, other: ServiceState): ServiceState => {
  const last = latest([one, other].flatMap(({ workedAt }) => workedAt ?? []));
  const after = (at: number) => last === undefined || at > last;
  const failing = [one, other].flatMap(({ failingSince }) => failingSince ?? []).filter(after);
  const failed = latest([one, other].flatMap(({ failedAt }) => failedAt ?? []).filter(after));
  return {
    ...(last === undefined ? {} : { workedAt: last }),
    ...(failing.length > 0 ? { failingSince: Math.min(...failing) } : {}),
    ...(failed === undefined ? {} : { failedAt: failed }),
  };
};

/**
 * Adds what this server saw to what is stored, in the transaction `db`.
 * @param at the time of this server: a stored time far ahead of it is replaced
 */
export const writeServiceStates = async (
  db: Kysely<Database>,
  states: ServiceStates,
  at: number,
): Promise<void> => {
  const moment = (time: number | undefined) => (time === undefined ? null : new Date(time));
  const latestTime = new Date(at + AHEAD);
  // Sorted, so that concurrent servers lock the rows in the same order.
  for (const [service, state] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { workedAt, failingSince, failedAt = failingSince } = state;
    await sql`
      insert into service_states as s (service, worked_at, failing_since, failed_at)
      values (${service}, ${moment(workedAt)}::timestamptz, ${moment(failingSince)}::timestamptz,
        ${moment(failedAt)}::timestamptz)
      on conflict (service) do update set (worked_at, failing_since, failed_at) = (
        select worked,
          least(
            case when failing > coalesce(worked, '-infinity') then failing end,
            case when excluded.failing_since > coalesce(worked, '-infinity') then excluded.failing_since end),
          greatest(failed, excluded.failed_at)
        from (
          select greatest(case when s.worked_at <= ${latestTime} then s.worked_at end, excluded.worked_at) as worked,
            case when s.failing_since <= ${latestTime} then s.failing_since end as failing,
            case when s.failed_at <= ${latestTime} then s.failed_at end as failed) known)`.execute(db);
  }
};

/** What is known of each service. */
export const readServiceStates = async (db: Kysely<Database>): Promise<ReadonlyMap<string, ServiceState>> => {
  const rows = await db.selectFrom('service_states').selectAll().execute();
  return new Map(
    rows.map(({ service, worked_at: worked, failing_since: failing, failed_at: failed }) => [
      service,
      {
        ...(worked === null ? {} : { workedAt: worked.getTime() }),
        ...(failing === null ? {} : { failingSince: failing.getTime() }),
        ...(failed === null ? {} : { failedAt: failed.getTime() }),
      },
    ]),
  );
};

/** Since when a service fails; undefined where its last failure is too old to say anything, or lies ahead. */
export const failingAt = (state: ServiceState | undefined, at: number): number | undefined => {
  const { failingSince, failedAt = failingSince } = state ?? {};
  if (failingSince === undefined || failedAt === undefined || failingSince > at + AHEAD) return undefined;
  return failedAt > at - PROVED ? failingSince : undefined;
};

/** Since when each service fails that does, milliseconds since 1970. */
export const failingServices = async (
  db: Kysely<Database>,
  at: number,
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    [...(await readServiceStates(db))].flatMap(([service, state]) => {
      const since = failingAt(state, at);
      return since === undefined ? [] : [[service, since] as const];
    }),
  );
