/** `npm start -- audit`, on a database by URL and on an embedded one, beside a server and without one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeAudit } from '../features/console/audit.ts';
import { keepAudit } from '../features/console/audit-retention.ts';
import { auditKeysOf } from '../features/console/audit-keys.ts';
import { openDatabase } from '../platform/database/connection.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { auditCommand } from './audit-command.ts';
import { testConfig } from './testing.ts';

const folders: string[] = [];
afterAll(() =>
  Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true, maxRetries: 3 }))),
);

const SECRET = 'tests-do-not-keep-this-0123456789-abcdef';
const run = async (env: Record<string, string>, ...args: string[]) => {
  let text = '';
  const code = await auditCommand(
    args,
    { ROLLCALL_ENV: 'test', ROLLCALL_SECRET: SECRET, ...env },
    written => {
      text += written;
    },
  );
  return { code, text };
};

it.each([[[]], [['check']], [['verify', 'more']]])('explains itself for %j', async args => {
  const { code, text } = await run({}, ...args);
  expect(code).toBe(2);
  expect(text).toContain('Usage: npm start -- audit verify');
});

it('says that the database does not answer', async () => {
  const { code, text } = await run({ ROLLCALL_DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'verify');
  expect(code).toBe(2);
  expect(text).toContain('The audit log could not be checked');
});

describe('on an embedded database', () => {
  it('checks the log while a server runs and while none does, and names what was changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-audit-'));
    folders.push(folder);
    const env = { ROLLCALL_DATA: folder };
    const config = testConfig(folder);
    const log = createLog(config, { write: () => {} });
    const database = await openDatabase(config, log);
    try {
      expect((await run(env, 'verify')).text).toContain('start the server once');
      await migrate(database.pool, { log, now: Date.now });
      expect(await run(env, 'verify')).toEqual({
        code: 0,
        text: 'The audit log is empty.\nThe chain holds.\n',
      });
      for (const act of ['a.a', 'b.b', 'c.c'])
        await writeAudit(database.db, { at: 1, act, address: '-', requestId: '-' });
      await keepAudit({ db: database.db, keys: auditKeysOf(SECRET), days: 100_000, log }, 2);
      const beside = await run(env, 'verify');
      expect(beside.code).toBe(0);
      expect(beside.text).toMatch(
        /^Audit log: 3 entries, 1 to 3; checkpoints: 1\.\nThe chain holds\.\nLast entry: 3:[\da-f]{64}\n$/,
      );
      const wrongSecret = { ...env, ROLLCALL_SECRET: 'another-secret-of-tests-9876543210-fedcba' };
      expect(await run(wrongSecret, 'verify')).toMatchObject({
        code: 1,
        text: expect.stringContaining("entry 3 is not signed with this server's ROLLCALL_SECRET"),
      });
      const shown = await run(wrongSecret, 'accept-checkpoints');
      expect(shown.code).toBe(1);
      expect(shown.text).toMatch(
        /^Checkpoint of entry 3: [\da-f]{64}\nAll entries fit them\. Nothing was accepted: compare .* the last hash/,
      );
      expect((await run(wrongSecret, 'verify')).code).toBe(1);
      const [, hash = ''] = /entry 3: ([\da-f]{64})/.exec(shown.text) ?? [];
      // Only what was compared: another checkpoint may stand there by now.
      const other = await run(wrongSecret, 'accept-checkpoints', 'f'.repeat(64));
      expect(other.code).toBe(1);
      expect(other.text).toContain('Nothing was accepted: the given hash is not that of the last one');
      expect((await run(wrongSecret, 'verify')).code).toBe(1);
      const accepted = await run(wrongSecret, 'accept-checkpoints', hash);
      expect(accepted.code).toBe(0);
      expect(accepted.text).toMatch(
        /^Checkpoint of entry 3: [\da-f]{64}\nAll entries fit them, and they are signed now/,
      );
      expect((await run(wrongSecret, 'verify')).code).toBe(0);
      expect((await run(wrongSecret, 'accept-checkpoints')).text).toContain('nothing was accepted');
      // Back to the secret of the tests, by the same command.
      const [, own = ''] =
        /(?:.*\n)*Checkpoint of entry \d+: ([\da-f]{64})/.exec((await run(env, 'accept-checkpoints')).text) ??
        [];
      expect((await run(env, 'accept-checkpoints', own)).code).toBe(0);
      expect((await run(env, 'verify', own)).text).toMatch(/^Usage/);
      await database.pool.query(`begin; set local session_replication_role = replica;
        update audit_log set act = 'x.x' where id = 2; commit`);
    } finally {
      await database.close();
    }
    const alone = await run(env, 'verify');
    expect(alone.code).toBe(1);
    expect(alone.text).toContain('Entry 2 does not match its hash');
    expect(alone.text).toContain('The chain is broken, faults: 1.');
  });
});
