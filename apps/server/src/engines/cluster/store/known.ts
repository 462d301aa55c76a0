/** Which ids are stored already, so that each counts once. */
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { ClickHouse } from './client.ts';
import { literal } from './literal.ts';

/** Ids in one question. The ids of a minute stand together, so that each question of a batch reads the same places. */
const PART = 10_000;
/** Bytes of a question's text, which the server limits to 256 kB by default. */
const TEXT = { max_query_size: String(4 * 2 ** 20) };

const parts = function* <T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += PART) yield items.slice(at, at + PART);
};

/**
 * Ids begin with a time and the projection is in their order, so a batch reads a few places of it; a sender who makes ids of many times
 * pays for each with a place, and not with all between them.
 * It has ids of events that were erased lately, which are in `erased_ids` as well.
 * @param ids UUIDs in lower case
 * @returns those of stored or erased events
 */
export const knownEvents = async (
  store: ClickHouse,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await Promise.all(
    [...parts(ids)].map(some => {
      const given = '(SELECT toUInt128(toUUID(arrayJoin(given))))';
      return store.lookUp<{ id: string }>(
        `WITH splitByChar(',', ${literal(some.join(','))}) AS given
         SELECT id FROM events WHERE toUInt128(id) IN ${given}
         UNION ALL
         SELECT id FROM erased_ids WHERE toUInt128(id) IN ${given}`,
        { settings: TEXT },
      );
    }),
  );
  return new Set(found.flatMap(rows => rows.map(({ id }) => id)));
};

/** Ids of reports that are stored; those of an id were received at the same time. */
export const knownReports = async (
  store: ClickHouse,
  reports: readonly StoredReport[],
): Promise<ReadonlySet<string>> => {
  const found = await Promise.all(
    [...parts(reports)].map(some => {
      const ids = some.map(({ id }) => literal(id)).join(', ');
      const times = [...new Set(some.map(({ received }) => received))].join(', ');
      return store.lookUp<{ id: string }>(
        `SELECT id FROM reports WHERE received IN (${times}) AND id IN (${ids})`,
        { settings: TEXT },
      );
    }),
  );
  return new Set(found.flatMap(rows => rows.map(({ id }) => id)));
};
