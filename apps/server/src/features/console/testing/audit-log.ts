/** For tests: an audit log on a database of its own, its hourly job, and changes that bypass the triggers. */
import { randomUUID } from 'node:crypto';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { writeAudit } from '../audit.ts';
import type { ChainReport } from '../audit-chain.ts';
import type { AuditKeys } from '../audit-checkpoints.ts';
import { keepAudit } from '../audit-retention.ts';
import { verifyAudit } from '../audit-verify.ts';

export const DAY = 24 * 3600 * 1000;
export const KEY = Buffer.alloc(32, 1);

export interface AuditLog {
  database: TestDatabase;
  /** The time of entries and runs, ms since 1970. */
  readonly at: number;
  /** What the job logged: `level: text`. */
  readonly logged: string[];
  write(text: string, when?: number, db?: TestDatabase['db']): Promise<void>;
  verify(...keys: Buffer[]): Promise<ChainReport>;
  /** Runs the job as a server does whose clock, as the database's, says `when`. */
  keep(when?: number, options?: { readonly keys?: AuditKeys; readonly databaseAt?: number }): Promise<void>;
  /** Runs a statement without the triggers, as an administrator of the database can. */
  tamper(statement: string): Promise<void>;
  ids(): Promise<number[]>;
}

export const testAuditLog = async (): Promise<AuditLog> => {
  const at = heldClock()();
  const logged: string[] = [];
  const say = (level: string) => (_: unknown, text?: string) => void logged.push(`${level}: ${text ?? _}`);
  const log = { info: say('info'), warn: say('warn'), error: say('error') };
  const self: AuditLog = {
    database: await testDatabase(),
    at,
    logged,
    write: (text, when = at, db = self.database.db) =>
      writeAudit(db, {
        at: when,
        act: 'people.block',
        subject: text,
        by: { id: randomUUID(), name: '管理员' },
        after: { reason: text, count: 1.5, nested: { b: [1, null], aa: '\u{1F600}' } },
        address: '203.0.113.7',
        requestId: 'r',
      }),
    verify: (...keys) => verifyAudit(self.database.db, keys.length === 0 ? [KEY] : keys),
    keep: (when = at, { keys = [KEY] as const, databaseAt = when } = {}) =>
      keepAudit(
        { db: self.database.db, keys, days: 365, log, databaseNow: () => Promise.resolve(databaseAt) },
        when,
      ),
    tamper: async statement => {
      const client = await self.database.pool.connect();
      try {
        await client.query(
          `set session_replication_role = replica; ${statement}; reset session_replication_role`,
        );
      } finally {
        client.release();
      }
    },
    ids: async () => {
      const rows = await self.database.db.selectFrom('audit_log').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },
  };
  return self;
};
