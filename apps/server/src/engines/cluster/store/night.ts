/**
 * Erases once a night what waits in the queue: one mutation of `events` for all of it. It is not waited for: later looks see whether its rows
 * are gone, and what is not gone is tried the next night.
 */
import { randomUUID } from 'node:crypto';
import { isTimeToClear } from '../../../events/store/clearing.ts';
import { QUERY_TEXT } from './connections.ts';
import { endArchiving } from './expire.ts';
import { deleteRows, isOf, killMutations, parts, unfinished } from './ddl.ts';
import type { Erasure } from './erasure-queue.ts';
import { literal } from './literal.ts';
import { maintain, type Held, type Maintenance } from './maintenance.ts';
import { personOf } from '../../../events/store/rows.ts';
import { erasedRows } from './waiting.ts';

/** Subjects of one night, so that the length of a command has a bound; the oldest ones go first. */
const TOGETHER = 5_000;
/** Milliseconds by which the clocks of servers may differ. */
const SKEW = 10 * 60_000;
/** The tables whose rows name people. */
const OF_PEOPLE = ['events', 'device_users', 'active_persons_archive', 'people_rows'];
/** Stands in the command of each mutation of a night, by which one that was not finished is found. */
const MARK = "'erasure' = 'erasure'";
/** Bytes of a statement's text. */
const TEXT = { max_query_size: String(QUERY_TEXT) };

/**
 * Looks after what waits, and sends the night's mutation where it is time for that (`isTimeToClear`).
 * @returns what was erased before then (ms since 1970) is gone from the disk
 */
export const clearErased = async (context: Maintenance): Promise<number> => {
  const { erasures, now } = context;
  const at = now();
  await noteGone(context);
  const isDue = async () => {
    const times = (await ripe(context, at)).map(({ askedAt, sentAt }) => sentAt ?? askedAt);
    return times.length > 0 && isTimeToClear(at, Math.min(...times));
  };
  if (await isDue())
    await maintain(context, async held => {
      // Another process may have done it.
      if (await isDue()) await eraseWaiting(held, await ripe(held, at));
    });
  if (!(await forgetCleared(context))) return 0;
  const left = (await erasures.list()).map(({ askedAt }) => askedAt);
  // Who says that an erasure is done may have another clock than who looks.
  return Math.max(0, Math.min(at, ...left) - SKEW);
};

/** Those that a load which was under way when they were asked for has passed: it would bring back rows after the mutation. */
const ripe = async ({ erasures }: Maintenance, at: number): Promise<readonly Erasure[]> =>
  (await erasures.waiting()).filter(({ askedAt }) => askedAt <= at - SKEW);

const eraseWaiting = async (context: Held, waiting: readonly Erasure[]): Promise<void> => {
  const { store, layout, erasures, now, ensureHeld } = context;
  const some = waiting.slice(0, TOGETHER);
  const erased = erasedRows(some);
  // It would archive sums of the erased.
  await endArchiving(context);
  for (const table of OF_PEOPLE) await store.run(killMutations(table, MARK, layout));
  // Who comes again with the same events is left out.
  await store.run(
    `INSERT INTO erased_ids (id, received) SELECT id, received FROM events WHERE ${erased.events}`,
    {
      settings: { ...TEXT, insert_deduplication_token: randomUUID() },
    },
  );
  const removal = async (table: string, where: string, settings: Record<string, string>) => {
    await ensureHeld();
    await store.run(deleteRows(table, `${MARK} AND ${where}`, layout), {
      settings: { ...TEXT, ...settings },
    });
  };
  await removal('device_users', erased.joins, { mutations_sync: '2' });
  await store.run(joinsOfKept(erased), { settings: { ...TEXT, insert_deduplication_token: randomUUID() } });
  await removal('active_persons_archive', erased.archive, { mutations_sync: '2' });
  await removal('events', erased.events, { mutations_sync: '0' });
  await erasures.sent(some, now());
};

/** Adds the joins of what came after an erasure. */
const joinsOfKept = ({ events, ofJoins }: ReturnType<typeof erasedRows>): string => `
  INSERT INTO device_users (device, person, flags, first)
  SELECT reinterpretAsInt64(reverse(substring(SHA256(concat('d', assumeNotNull(device))), 1, 8))) AS hash, assumeNotNull(person) AS who, flags,
         min((time, sequence, toString(id)))
  FROM events WHERE user_id IS NOT NULL AND device IS NOT NULL AND ${ofJoins} AND NOT ${events}
  GROUP BY hash, who, flags`;

/** Notes of which erasures no row is left. */
const noteGone = async ({ store, layout, erasures }: Maintenance): Promise<void> => {
  const sent = (await erasures.waiting()).filter(({ sentAt }) => sentAt !== undefined);
  if (sent.length === 0) return;
  // A replica may have rows that another one has not.
  const running = await store.rows(
    `SELECT 1 FROM ${unfinished('events', layout)} AND position(command, ${literal(MARK)}) > 0 LIMIT 1`,
  );
  if (running.length > 0) return;
  const erased = erasedRows(sent);
  const settings = TEXT;
  const rows = await store.rows<{ user: string | null; device: string | null }>(
    `SELECT DISTINCT user_id AS user, device FROM events WHERE ${erased.events}`,
    {},
    settings,
  );
  const archived = await store.rows<{ person: number | string }>(
    `SELECT DISTINCT person FROM active_persons_archive WHERE ${erased.archive}`,
    {},
    settings,
  );
  const names = new Set(rows.flatMap(({ user, device }) => [`user ${user}`, `device ${device}`]));
  const persons = new Set(archived.map(({ person }) => String(person)));
  const isGone = ({ subject }: Erasure) =>
    !names.has('user' in subject ? `user ${subject.user}` : `device ${subject.device}`) &&
    !persons.has(String(personOf(subject)));
  const [clock] = await store.rows<{ seconds: number }>('SELECT toInt64(toUnixTimestamp(now())) AS seconds');
  await erasures.gone(sent.filter(isGone), clock?.seconds ?? 0);
};

/**
 * Forgets the erasures whose files are gone: those of parts that were replaced stay for some minutes.
 * @returns whether nothing else has erased rows: parts of the release before, which only marked them
 */
const forgetCleared = async ({ store, layout, erasures }: Maintenance): Promise<boolean> => {
  const [old] = await store.rows<{ marked: number; replaced: number; oldest: number }>(
    // One that is replaced at a time to come was so before the server's clock was put back.
    `SELECT toInt64(countIf(has_lightweight_delete)) AS marked, toInt64(countIf(NOT active AND rows > 0)) AS replaced,
            toInt64(minIf(if(remove_time > now(), 0, toUnixTimestamp(remove_time)), NOT active AND rows > 0)) AS oldest
     FROM ${parts(layout)} WHERE ${OF_PEOPLE.map(table => `(${isOf(table, layout)})`).join(' OR ')}`,
  );
  const { marked = 0, replaced = 0, oldest = 0 } = old ?? {};
  const isCleared = ({ goneAt }: Erasure) =>
    goneAt !== undefined && (replaced === 0 || oldest * 1000 > goneAt * 1000 + SKEW);
  await erasures.remove((await erasures.list()).filter(isCleared));
  return marked === 0;
};
