/**
 * `npm start -- audit verify`, in the published package `rollcall-server audit verify`: checks the hash chain of the audit log,
 * with the environment of the server and beside it or while it is stopped. `accept-checkpoints` shows those of a lost secret,
 * and with the hash of the last one signs them again. Exit codes: 0 the chain holds, 1 it does not, 2 it could not be
 * checked.
 */
import type { Kysely } from 'kysely';
import { acceptCheckpoints } from '../features/console/audit-accept.ts';
import type { ChainReport, Fault } from '../features/console/audit-chain.ts';
import { verifyAudit } from '../features/console/audit-verify.ts';
import { auditKeysOf } from '../features/console/audit-keys.ts';
import { openDatabase } from '../platform/database/connection.ts';
import { findRunningDatabase } from '../platform/database/embedded/running.ts';
import type { Database } from '../platform/database/schema.ts';
import { createLog } from '../platform/log.ts';
import { type Config, readConfig } from './config.ts';

const usage = (program: string): string => `Usage: ${program} verify
       ${program} accept-checkpoints [HASH]

verify checks that no entry of the audit log was changed or removed. Run it with the environment of the server (ROLLCALL_DATA or
ROLLCALL_DATABASE_URL, ROLLCALL_SECRET).

accept-checkpoints, after ROLLCALL_SECRET was lost: shows the checkpoints of the lost secret, to compare their hashes with
those in the server's log. With the hash of the last one it signs them with the present secret, if all entries fit them and it
is still the last one, and writes an entry that says so.
`;

const linesOf: Record<Fault['kind'], (id: number, after: number | null) => string> = {
  entry: (id, after) =>
    `Entry ${id} does not match its hash: it was changed, or entries ${after === null ? 'before it' : `between ${after} and it`} were changed or removed.`,
  checkpoint: id =>
    `Entry ${id} has another hash than its checkpoint: entries up to it were written anew after the checkpoint.`,
  missing: id => `Entry ${id} has a checkpoint, and was removed.`,
  signature: id =>
    `The checkpoint of entry ${id} is not signed with this server's ROLLCALL_SECRET: it was changed, or the secret was.`,
};

/** The report as text. */
export const auditReport = (report: ChainReport): string => {
  const { entries, first, last, deletedTo, checkpoints, faults } = report;
  const lines = [
    last === null
      ? 'The audit log is empty.'
      : `Audit log: ${entries} entries, ${first} to ${last.id}; checkpoints: ${checkpoints}.`,
    ...(deletedTo === null ? [] : [`Entries up to ${deletedTo} were deleted after their retention.`]),
    ...faults.map(fault => linesOf[fault.kind](fault.id, fault.kind === 'entry' ? fault.after : null)),
    faults.length === 0 ? 'The chain holds.' : `The chain is broken, faults: ${faults.length}.`,
    ...(last === null ? [] : [`Last entry: ${last.id}:${last.hash}`]),
  ];
  return `${lines.join('\n')}\n`;
};

/** Runs `work` on the database of a configured server: a running embedded one, or after starting it. */
const onDatabase = async <T>(config: Config, work: (db: Kysely<Database>) => Promise<T>): Promise<T> => {
  const running = config.databaseUrl === undefined ? await findRunningDatabase(config.data) : undefined;
  const log = createLog({ ...config, logLevel: 'silent' });
  const database = await openDatabase({ ...config, databasePool: 2 }, log, running);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
};

/**
 * Shows the checkpoints, and signs them if `compared` is the hash of the last one: the operator compared exactly these, since
 * each hash covers all entries before it. @returns the exit code
 */
const accept = async (
  config: Config,
  compared: string | undefined,
  write: (text: string) => void,
): Promise<number> => {
  const done = await onDatabase(config, db =>
    acceptCheckpoints(db, auditKeysOf(config.secret), Date.now(), unsigned => {
      for (const { id, hash } of unsigned) write(`Checkpoint of entry ${id}: ${hash}\n`);
      return unsigned.at(-1)?.hash === compared;
    }),
  );
  if (!done) {
    write('A server checks the audit log at this moment: run the command again.\n');
    return 2;
  }
  const { report, unsigned, accepted } = done;
  if (report.faults.length > 0) {
    write(`${auditReport(report)}Nothing was accepted.\n`);
    return 1;
  }
  if (accepted) {
    write('All entries fit them, and they are signed now.\n');
    return 0;
  }
  if (unsigned.length === 0) {
    write('Every checkpoint is signed with this secret: nothing was accepted.\n');
    return 0;
  }
  write(
    `All entries fit them. Nothing was accepted: ${
      compared === undefined ? '' : 'the given hash is not that of the last one; '
    }compare these hashes with the lines "checkpoint of the audit log" in the server's log, then run the command with the last hash.\n`,
  );
  return 1;
};

/**
 * @param write prints a text
 * @param program how the command is called, for its usage
 * @returns the exit code
 */
export const auditCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void,
  program = 'npm start -- audit',
): Promise<number> => {
  const [command, ...more] = args;
  const accepts = command === 'accept-checkpoints';
  if ((command !== 'verify' && !accepts) || more.length > (accepts ? 1 : 0)) {
    write(usage(program));
    return 2;
  }
  try {
    const config = readConfig(env);
    if (accepts) return await accept(config, more[0], write);
    const keys = auditKeysOf(config.secret);
    const report = await onDatabase(config, db => verifyAudit(db, keys));
    write(auditReport(report));
    return report.faults.length === 0 ? 0 : 1;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // 42P01, 42703: a table or column is missing
    const old = code === '42P01' || code === '42703';
    write(
      old
        ? 'The audit log has no hashes yet: start the server once, which adds them.\n'
        : `The audit log could not be checked: ${message}\n`,
    );
    return 2;
  }
};
