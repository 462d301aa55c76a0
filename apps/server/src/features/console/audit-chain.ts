/**
 * The hash chain of the audit log: each entry's hash covers the hash of the entry before and its own content. The database
 * computes it when an entry is inserted; this module computes it again, to check it.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** The hash before the first entry. */
const GENESIS = Buffer.alloc(32);
/** Entries that are read at a time. */
const BATCH = 1000;

/** An entry as the chain covers it: its columns as the database writes them. `at` in microseconds since 1970. */
export interface ChainedEntry {
  readonly id: number;
  readonly hash: Buffer;
  readonly fields: readonly (string | null)[];
}

export interface Checkpoint {
  /** The entry's id. */
  readonly id: number;
  readonly hash: Buffer;
  /** Whether the entries up to this one were deleted. */
  readonly deleted: boolean;
  /** Whether its signature is by a key of this server. */
  readonly signed: boolean;
}

export type Fault =
  /** The hash does not follow from the entry before and the content: either was changed, or entries between were removed. */
  | { readonly kind: 'entry'; readonly id: number; readonly after: number | null }
  /** Another hash than at the time of the checkpoint: the entries up to this one were rewritten. */
  | { readonly kind: 'checkpoint'; readonly id: number }
  /** The entry of a checkpoint was removed. */
  | { readonly kind: 'missing'; readonly id: number }
  /** A checkpoint that no key of this server signed. */
  | { readonly kind: 'signature'; readonly id: number };

export interface ChainReport {
  readonly entries: number;
  readonly first: number | null;
  readonly last: { readonly id: number; readonly hash: string } | null;
  /** The id up to which entries were deleted after their retention; null: none were. */
  readonly deletedTo: number | null;
  readonly checkpoints: number;
  readonly faults: readonly Fault[];
}

/** The hash of an entry, as the function `audit_hash` of the database computes it. */
const hashOf = (previous: Buffer, fields: ChainedEntry['fields']): Buffer => {
  const content = fields
    .map(field => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`))
    .join('');
  return createHash('sha256').update(previous).update(content).digest();
};

/** The entry after which a check begins. */
export interface ChainStart {
  readonly id: number;
  readonly hash: Buffer;
}

/** The last entry that was deleted after its retention, or the place before the first one. */
export const firstStart = (checkpoints: readonly Checkpoint[]): ChainStart =>
  checkpoints.filter(({ signed, deleted }) => signed && deleted).toSorted((a, b) => b.id - a.id)[0] ?? {
    id: 0,
    hash: GENESIS,
  };

/** Reads the entries after the id `after` in order, in batches. @param to the last id, by default that of the last entry */
export async function* readChain(
  db: Kysely<Database>,
  after: number,
  to = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<ChainedEntry> {
  for (;;) {
    const { rows } = await sql<{ id: number; hash: Buffer; fields: (string | null)[] }>`
      select id, hash, array[id::text, (extract(epoch from at) * 1000000)::bigint::text, operator_id::text, operator_name,
        act, subject, before::text, after::text, address, request_id] as fields
      from audit_log where id > ${after} and id <= ${to} order by id limit ${BATCH}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    after = last.id;
  }
}

/**
 * Checks the chain of `entries`, which are all those after `from`.
 * @param checkpoints those after `from`, none of them later than the last entry that is expected
 */
export const checkChain = async (
  entries: AsyncIterable<ChainedEntry>,
  checkpoints: readonly Checkpoint[],
  from = firstStart(checkpoints),
): Promise<ChainReport> => {
  const faults: Fault[] = checkpoints
    .filter(({ signed }) => !signed)
    .map(({ id }) => ({ kind: 'signature', id }));
  const later = new Map(
    checkpoints.filter(({ signed, id }) => signed && id > from.id).map(({ id, hash }) => [id, hash]),
  );
  let previous = from.hash;
  let before = from.id === 0 ? null : from.id;
  let count = 0;
  let first: number | null = null;
  let last: ChainReport['last'] = null;
  for await (const { id, hash, fields } of entries) {
    if (!hashOf(previous, fields).equals(hash)) faults.push({ kind: 'entry', id, after: before });
    const signed = later.get(id);
    if (signed && !signed.equals(hash)) faults.push({ kind: 'checkpoint', id });
    later.delete(id);
    // Continues from the stored hash, so that one changed entry is one fault.
    previous = hash;
    before = id;
    count += 1;
    first ??= id;
    last = { id, hash: hash.toString('hex') };
  }
  for (const id of later.keys()) faults.push({ kind: 'missing', id });
  const { id: deletedTo } = firstStart(checkpoints);
  return {
    entries: count,
    first,
    last,
    deletedTo: deletedTo === 0 ? null : deletedTo,
    checkpoints: checkpoints.length,
    faults: faults.toSorted((a, b) => a.id - b.id),
  };
};
