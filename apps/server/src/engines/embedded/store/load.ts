/** Loads the staged rows, their rollups and the log's offset in one transaction. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { dropExpired, dropKnown } from './dedupe.ts';
import { changeJoins, findJoins } from './join-changes.ts';
import { loadedToOf, metaOf, setLoadedTo } from './meta.ts';
import type { LogRange } from './protocol.ts';
import { inTransaction, numberOf, rowsOf } from './statements.ts';
import { amendTransitions, hoursOfChanges } from './transitions.ts';
import { contribution, plainRollups } from './rollups.ts';
import { PATH_GAP, HOUR } from '../../../events/store/counting.ts';
import { asContentError, BatchGap } from '../../../events/store/errors.ts';

/** Ends the transaction of a trial. */
class TrialOver extends Error {}

/**
 * @param range the part of the log that the batch holds; undefined for sample data and parts of a batch
 * @param trial takes everything back at the end
 * @returns how many events were stored already and are left out
 * @throws ContentError where a row can't be stored for what it holds; BatchGap where the batch neither begins at `loadedTo` nor lies wholly before it
 */
export const load = async (
  writer: DuckDBConnection,
  range: LogRange | undefined,
  trial = false,
): Promise<number> => {
  const loadedTo = range ? await loadedToOf(writer, range.partition, range.log) : 0;
  if (range && range.to <= loadedTo) return 0;
  if (range && range.from !== loadedTo) {
    throw new BatchGap(`The batch holds ${range.from} to ${range.to}, but the store goes on at ${loadedTo}.`);
  }
  let known = 0;
  await inTransaction(writer, async () => {
    known = await loadEvents(writer);
    await loadReports(writer);
    if (range) await setLoadedTo(writer, range.partition, range.log, range.to);
    if (trial) throw new TrialOver();
  }).catch((error: unknown) => {
    if (!(error instanceof TrialOver)) throw asContentError(error);
  });
  return known;
};

/** Leaves out reports that are stored already; those of an id were received at the same time. */
const loadReports = async (writer: DuckDBConnection): Promise<void> => {
  const [bounds] = await rowsOf(
    writer,
    'select min(received) as least, max(received) as most from report_batch',
  );
  const { least, most } = bounds ?? {};
  if (typeof least !== 'number' || typeof most !== 'number') return;
  await writer.run(`insert into reports select * from report_batch where id not in (
    select id from reports where received between ${least} and ${most})`);
};

const loadEvents = async (writer: DuckDBConnection): Promise<number> => {
  if ((await numberOf(writer, 'select count(*) from batch')) === 0) return 0;
  const known = (await dropExpired(writer)) + (await dropKnown(writer));
  const watermark = (await metaOf(writer, 'watermark')) * HOUR;
  const joins = await findJoins(writer);
  const change = async () => {
    await writer.run('insert into events by name select * exclude (id_time, joined_device) from batch');
    if (joins > 0) await changeJoins(writer);
  };
  // A view ends or goes on the path of one half an hour before it.
  const counted = watermark + PATH_GAP;
  const late = `select person, (time // ${HOUR})::integer as hour from batch where kind = 1 and person is not null and time < ${counted}`;
  const joined = joins > 0 ? await firstOfChanges(writer) : undefined;
  const amends = [
    ...((await numberOf(writer, `select count(*) from (${late})`)) > 0 ? [late] : []),
    ...(joined !== undefined && joined < counted
      ? [hoursOfChanges({ from: Math.floor(joined / HOUR), to: Math.ceil(counted / HOUR) })]
      : []),
  ];
  if (amends.length > 0)
    await amendTransitions(writer, amends.join(' union all '), { come: 'batch' }, change);
  else await change();
  for (const table of plainRollups)
    await writer.run(`insert into ${table} by name ${contribution(table, 'batch')}`);
  await writer.run(`
    insert into first_seen by name
    select product, person, flags, identified, b.first_at
    from (select product, person, flags, identified, min(time) as first_at
          from batch where person is not null and kind <= 2 group by all) b
    left join (select product, person, flags, min(first_at) as first_at from first_seen
               where person in (select person from batch) group by all) f using (product, person, flags)
    where f.first_at is null or b.first_at < f.first_at`);
  await writer.run(`insert into dirty_hours select distinct (time // ${HOUR})::integer from batch`);
  return known;
};

/** When the devices whose joins change were first seen without a user (ms since 1970), which tells most loads that no path changes. */
const firstOfChanges = async (writer: DuckDBConnection): Promise<number | undefined> => {
  const [row] = await rowsOf(
    writer,
    'select min(first_at) as first_at from first_seen where person in (select device from join_changes)',
  );
  return typeof row?.['first_at'] === 'number' ? row['first_at'] : undefined;
};
