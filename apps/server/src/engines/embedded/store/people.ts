/** The table `people`: what is known of people beside their events. `people_at` in `meta` is the number of the last change. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { noteErasure } from './erase.ts';
import { isOneOf } from './is-one-of.ts';
import { metaOf, setMeta } from './meta.ts';
import type { StoreCalls } from './protocol.ts';
import { appendRows } from './stage.ts';
import { peopleColumns } from '../../../events/store/people.ts';

/** Runs within the caller's transaction. @returns false where the store is at another number */
export const changePeople = async (
  writer: DuckDBConnection,
  { from, to, all, people, gone, at }: StoreCalls['changePeople']['in'],
): Promise<boolean> => {
  if ((await metaOf(writer, 'people_at')) !== from) return false;
  await writer.run('truncate people_batch');
  await appendRows(writer, 'people_batch', peopleColumns, people);
  const { rowsChanged: removed } = await writer.run(
    `delete from people where ${all ? 'true' : isOneOf('person', gone)}`,
  );
  await writer.run('delete from people where person in (select person from people_batch)');
  await writer.run('insert into people by name select * from people_batch');
  await writer.run('truncate people_batch');
  await setMeta(writer, 'people_at', to);
  if (removed > 0) await noteErasure(writer, at);
  return true;
};
