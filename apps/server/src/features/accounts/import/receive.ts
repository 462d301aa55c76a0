/** Takes a file that was sent: keeps it for as long as it is read, and looks at it as a whole. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importMostBytes } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { AuditFacts } from '../../../http/console-handler.ts';
import type { ReceivedFile } from '../../../http/received-file.ts';
import type { CheckPid } from '../../../identity/pids.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readFileRows } from './read-file.ts';
import { stageFile } from './stage.ts';
import { UnreadableFile } from './unreadable-file.ts';

const bounded = (): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      if (bytes > importMostBytes) done(refuse('TooLarge'));
      else done(null, chunk);
    },
  });
};

/**
 * @returns the import's id
 * @throws the refusals IllegalPid, TooLarge, and InvalidRequest with the field `file`
 */
export const createReceiveImport =
  (parts: {
    readonly db: Kysely<Database>;
    readonly now: () => number;
    readonly checkPid: CheckPid;
  }): ((
    file: ReceivedFile,
    audit: (db: Kysely<Database>, facts: AuditFacts) => Promise<void>,
  ) => Promise<string>) =>
  async ({ name, pid, by, bytes }, audit) => {
    const { db, now, checkPid } = parts;
    checkPid(pid);
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-import-'));
    const path = join(folder, 'file');
    try {
      await pipeline(bytes, bounded(), createWriteStream(path, { mode: 0o600 }));
      return await transaction(db, async trx => {
        const id = await stageFile(trx, { name, pid, by, at: now(), rows: readFileRows(path) });
        await audit(trx, { subject: id, after: { name, pid } });
        return id;
      });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw refuse('InvalidRequest', {
        message: error.message,
        data: { field: 'file', why: error.why, ...(error.row === undefined ? {} : { row: error.row }) },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
