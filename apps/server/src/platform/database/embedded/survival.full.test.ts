import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedDatabase } from './supervisor.ts';
import {
  ask,
  connectionOf,
  hold,
  isRoot,
  memoryLog,
  pathWithoutSetpriv,
  postgresOf,
  sleeperAndZombie,
  temporaryFolder,
  until,
} from './testing.ts';

/** What kill -9 leaves behind, with real processes. */

async function started(folder: string) {
  const log = memoryLog();
  const database = await startEmbeddedDatabase({ folder, log });
  onTestFinished(() => database.stop());
  return { ...database, log };
}

/** Writes numbers until the database goes; resolves with the last that was acknowledged. */
async function writeUntilGone(client: pg.Client): Promise<number> {
  for (let n = 1; ; n += 1) {
    try {
      await client.query('insert into written values ($1)', [n]);
    } catch {
      return n - 1;
    }
  }
}

/** Someone writes while the server is killed. `ways` says how. */
async function killedWhileWriting(
  folder: string,
  kill: () => Promise<void>,
  holder: ReturnType<typeof hold>,
) {
  const connection = await connectionOf(holder);
  await ask(connection, 'create table written (n int)');
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const last = writeUntilGone(client);
  await until(
    async () => (await ask<{ n: number }>(connection, 'select count(*)::int as n from written'))[0]!.n > 50,
  );
  await kill();
  await client.end().catch(() => {});
  return { last };
}

describe('killed', () => {
  for (const way of ['setpriv', 'watchdog'] as const) {
    it(`the server's process: postgres ends with it, by ${way}, and what was acknowledged is there`, async () => {
      const folder = await temporaryFolder(0o755);
      const holder = hold(folder, way === 'watchdog' ? { path: await pathWithoutSetpriv() } : {});
      const { last } = await killedWhileWriting(folder, () => holder.kill(), holder);
      // Nobody but the kernel, or the watchdog, is left to end it.
      await until(async () => (await postgresOf(folder)).length === 0);
      const next = await started(folder);
      const [row] = await ask<{ n: number }>(next.connection, 'select max(n) as n from written');
      expect(row?.n).toBeGreaterThanOrEqual(await last);
      expect(next.log.lines.filter(line => line.includes('ending a database'))).toEqual([]);
    });
  }

  it('the server and the watchdog: the next start ends the orphan', async () => {
    const folder = await temporaryFolder(0o755);
    const holder = hold(folder, { path: await pathWithoutSetpriv() });
    const killBoth = async () => {
      const postmaster = (await postgresOf(folder)).find(seen => / -D /.test(seen.command));
      process.kill(postmaster!.parent, 'SIGKILL');
      await holder.kill();
    };
    const { last } = await killedWhileWriting(folder, killBoth, holder);
    expect((await postgresOf(folder)).length).toBeGreaterThan(0);
    const next = await started(folder);
    const [row] = await ask<{ n: number }>(next.connection, 'select max(n) as n from written');
    expect(row?.n).toBeGreaterThanOrEqual(await last);
    expect(next.log.lines.some(line => line.includes('ending a database'))).toBe(true);
  });

  it('everything at once: stale files do not stop the next start', async () => {
    const folder = await temporaryFolder();
    const holder = hold(folder);
    const killAll = async () => {
      const all = await postgresOf(folder);
      // The database first: its owner's death would ask it to shut down, which it may do before its turn comes.
      for (const seen of all) process.kill(seen.pid, 'SIGKILL');
      await holder.kill();
    };
    const { last } = await killedWhileWriting(folder, killAll, holder);
    expect(await readdir(join(folder, 'postgres/data'))).toContain('postmaster.pid');
    const next = await started(folder);
    const [row] = await ask<{ n: number }>(next.connection, 'select max(n) as n from written');
    expect(row?.n).toBeGreaterThanOrEqual(await last);
  });

  it('during the first start, at any moment: the next one starts afresh', async () => {
    const folder = await temporaryFolder();
    for (const moment of [20, 90, 160, 230, 300, 400]) {
      const holder = hold(folder);
      await holder.line('starting');
      // The moment itself is what is tested: somewhere within initdb.
      await wait(moment);
      await holder.kill();
    }
    const next = await started(folder);
    expect(await ask(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).filter(name => /new-|part-/.test(name))).toEqual([]);
  });

  it('long ago: the numbers in the stale files belong to others now, or to zombies', async () => {
    const folder = await temporaryFolder();
    await (await started(folder)).stop();
    const home = join(folder, 'postgres');
    const { uid, gid } = await stat(join(home, 'data'));
    const { sleeper, zombie } = await sleeperAndZombie(isRoot ? { uid, gid } : {});
    const leave = async (path: string, text: string) => {
      await writeFile(path, text, { mode: 0o600 });
      await chown(path, uid, gid);
    };
    for (const pid of [sleeper, zombie]) {
      const text = `${pid}\n${home}/data\n1700000000\n5432\n${home}/socket\n\n  1234567    999999\nready   \n`;
      await leave(join(home, 'data/postmaster.pid'), text);
      await leave(join(home, 'socket/.s.PGSQL.5432.lock'), text);
      const next = await started(folder);
      expect(await ask(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await next.stop();
      process.kill(sleeper, 0);
    }
    for (const text of ['', '0\n', 'nonsense']) {
      await leave(join(home, 'data/postmaster.pid'), text);
      await (await started(folder)).stop();
    }
  });
});

describe('two servers on one folder', () => {
  it('the second is refused, by name of folder and process, and the first is not disturbed', async () => {
    const folder = await temporaryFolder();
    const holder = hold(folder);
    const connection = await connectionOf(holder);
    await expect(startEmbeddedDatabase({ folder, log: memoryLog() })).rejects.toThrow(
      `The data folder ${folder} is in use by process ${holder.child.pid}.`,
    );
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    holder.child.stdin?.write('stop\n');
    await until(() => holder.child.exitCode !== null);
    const mine = await started(folder);
    await expect(startEmbeddedDatabase({ folder, log: memoryLog() })).rejects.toThrow(
      'in use by this process',
    );
    expect(await ask(mine.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('of several that start at once on an empty folder, one wins', async () => {
    const folder = await temporaryFolder();
    const results = await Promise.allSettled([1, 2, 3].map(() => hold(folder)).map(connectionOf));
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(String(result.reason)).toContain(`${folder} is in use by process`);
    }
  });
});

if (isRoot) {
  describe('who runs it', () => {
    it('below a home that is closed to everybody else, root gets a database', async () => {
      const folder = join(await temporaryFolder(0o700), 'checkout', 'data');
      const { connection, log } = await started(folder);
      expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(log.lines.join()).toContain('CAP_DAC');
      expect((await stat(join(folder, 'postgres/data'))).uid).not.toBe(0);
    });

    it('a cluster that was handed to root is handed back', async () => {
      const folder = await temporaryFolder();
      await (await started(folder)).stop();
      for (const name of ['postgres', 'postgres/data', 'postgres/data/PG_VERSION']) {
        await chown(join(folder, name), 0, 0);
      }
      expect(await ask((await started(folder)).connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('an ordinary user runs it alone; root after them stays that user; a third is told', async () => {
      const folder = await temporaryFolder(0o755);
      const nobody = { uid: 65534, gid: 65534 };
      await chown(folder, nobody.uid, nobody.gid);
      const theirs = hold(folder, nobody);
      await connectionOf(theirs);
      await theirs.kill();
      await (await started(folder)).stop();
      expect((await stat(join(folder, 'postgres/data'))).uid).toBe(nobody.uid);
      await expect(connectionOf(hold(folder, { uid: 65533, gid: 65533 }))).rejects.toThrow(
        'has no right to it',
      );
      const closed = await temporaryFolder(0o755);
      await expect(connectionOf(hold(closed, nobody))).rejects.toThrow(
        `The data folder ${closed} cannot be used: this user (65534) has no right to it`,
      );
      expect(await readFile(join(folder, 'postgres/data/PG_VERSION'), 'utf8')).toBe('18\n');
    });
  });
}
