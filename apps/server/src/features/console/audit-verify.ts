/** Checks of the audit log against its hashes and its signed checkpoints, each at one moment of the database. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import {
  type ChainReport,
  type Checkpoint,
  type Fault,
  checkChain,
  firstStart,
  readChain,
} from './audit-chain.ts';
import { readCheckpoints } from './audit-checkpoints.ts';

/** Runs a check on one snapshot of the database. */
export const atOneMoment = <T>(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<T>,
): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** Checks every entry. @param keys with which checkpoints may be signed */
export const verifyAudit = (db: Kysely<Database>, keys: readonly Buffer[]): Promise<ChainReport> =>
  atOneMoment(db, async trx => {
    const checkpoints = await readCheckpoints(trx, keys);
    return checkChain(readChain(trx, firstStart(checkpoints).id), checkpoints);
  });

/** Compares the entry of each signed checkpoint with it. */
const compareCheckpoints = async (
  db: Kysely<Database>,
  checkpoints: readonly Checkpoint[],
): Promise<readonly Fault[]> => {
  const { rows } = await sql<{ id: number; hash: Buffer | null }>`
    select c.id, l.hash from audit_checkpoints c left join audit_log l on l.id = c.id where not c.deleted`.execute(
    db,
  );
  const found = new Map(rows.map(({ id, hash }) => [id, hash]));
  const { id: deletedTo } = firstStart(checkpoints);
  return checkpoints.flatMap(({ id, hash, signed }): Fault[] => {
    if (!signed || id <= deletedTo) return [];
    const stored = found.get(id);
    if (!stored) return [{ kind: 'missing', id }];
    return stored.equals(hash) ? [] : [{ kind: 'checkpoint', id }];
  });
};

/**
 * Checks the entries after the last signed checkpoint, and the entry of each checkpoint. An entry between two checkpoints
 * that was changed alone is not found: `verifyAudit` finds it.
 * @param keys with which checkpoints may be signed
 */
export const verifySinceCheckpoint = (
  db: Kysely<Database>,
  keys: readonly Buffer[],
): Promise<readonly Fault[]> =>
  atOneMoment(db, async trx => {
    const checkpoints = await readCheckpoints(trx, keys);
    const from = checkpoints.findLast(({ signed }) => signed) ?? firstStart(checkpoints);
    const { faults } = await checkChain(readChain(trx, from.id), checkpoints, from);
    return [...(await compareCheckpoints(trx, checkpoints)), ...faults].toSorted((a, b) => a.id - b.id);
  });

/**
 * Checks the entries from the first one to the next signed checkpoint at or after the entry `id`.
 * @param keys with which checkpoints may be signed
 */
export const verifyUpTo = (
  db: Kysely<Database>,
  keys: readonly Buffer[],
  id: number,
): Promise<readonly Fault[]> =>
  atOneMoment(db, async trx => {
    const checkpoints = await readCheckpoints(trx, keys);
    const from = firstStart(checkpoints);
    const signed = checkpoints.filter(checkpoint => checkpoint.signed);
    const to = signed.find(checkpoint => checkpoint.id >= id)?.id;
    const expected = signed.filter(checkpoint => to === undefined || checkpoint.id <= to);
    return (await checkChain(readChain(trx, from.id, to), expected, from)).faults;
  });
