/**
 * Accepts checkpoints of a secret that is lost: for an administrator with access to the machine and the new secret, not for
 * operators.
 */
import type { Kysely } from 'kysely';
import { withAdvisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type ChainReport, checkChain, firstStart, readChain } from './audit-chain.ts';
import { type AuditKeys, readCheckpoints, signAll } from './audit-checkpoints.ts';
import { JOB_LOCK } from './audit-retention.ts';
import { atOneMoment } from './audit-verify.ts';
import { writeAudit } from './audit.ts';

export interface Acceptance {
  /** The check with the unsigned checkpoints taken as genuine: faults that remain keep anything from being accepted. */
  readonly report: ChainReport;
  /** The checkpoints that no key of this server signed, which their owner compares with those in the server's log. */
  readonly unsigned: readonly Unsigned[];
  /** Whether they were signed. */
  readonly accepted: boolean;
}

interface Unsigned {
  readonly id: number;
  readonly hash: string;
}

/**
 * Signs the checkpoints that no key of this server signed with the current one, if all entries fit them, and writes an
 * entry that says so, in one transaction, after a check of a snapshot. Changes nothing where there is another fault, or no such checkpoint.
 * @param at milliseconds since 1970
 * @param confirm is told the checkpoints before anything is signed; false: nothing is
 * @returns undefined while a server checks the log
 */
export const acceptCheckpoints = async (
  db: Kysely<Database>,
  keys: AuditKeys,
  at: number,
  confirm: (unsigned: readonly Unsigned[]) => boolean,
): Promise<Acceptance | undefined> => {
  let result: Acceptance | undefined;
  const work = async () => {
    const { report, unsigned: found } = await checkAssumed(db, keys);
    const unsigned = found.map(({ id, hash }) => ({ id, hash: hash.toString('hex') }));
    if (report.faults.length > 0 || unsigned.length === 0 || !confirm(unsigned)) {
      result = { report, unsigned, accepted: false };
      return;
    }
    // Not in the snapshot of the check: the entry follows from the newest one, which another server may have written since.
    await transaction(db, async trx => {
      await signAll(
        trx,
        keys[0],
        unsigned.map(({ id }) => id),
      );
      await writeAudit(trx, {
        at,
        act: 'audit.accept-checkpoints',
        after: { checkpoints: unsigned.length, last: unsigned.at(-1) ?? null },
        address: '-',
        requestId: 'npm start -- audit',
      });
    });
    result = { report, unsigned, accepted: true };
  };
  // Only who holds it writes and signs checkpoints.
  await withAdvisoryLock(db, JOB_LOCK, work);
  return result;
};

/** Checks the chain with the unsigned checkpoints taken as genuine. */
const checkAssumed = (db: Kysely<Database>, keys: AuditKeys) =>
  atOneMoment(db, async trx => {
    const checkpoints = await readCheckpoints(trx, keys);
    const assumed = checkpoints.map(checkpoint => ({ ...checkpoint, signed: true }));
    return {
      report: await checkChain(readChain(trx, firstStart(assumed).id), assumed),
      unsigned: checkpoints.filter(({ signed }) => !signed),
    };
  });
