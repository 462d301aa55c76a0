import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedDatabase } from './supervisor.ts';
import { ask, memoryLog, postgresOf, temporaryFolder, until } from './testing.ts';

async function started(folder: string) {
  const log = memoryLog();
  const database = await startEmbeddedDatabase({ folder, log });
  onTestFinished(() => database.stop());
  return { ...database, log };
}

describe('startEmbeddedDatabase', () => {
  it('makes a cluster, keeps it over a stop, and is quiet about it', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const first = await started(folder);
    await ask(first.connection, `create table pupil (name text); insert into pupil values ('李雷')`);
    await Promise.all([first.stop(), first.stop()]);
    await expect(ask(first.connection, 'select 1')).rejects.toThrow('ENOENT');
    expect(await postgresOf(folder)).toEqual([]);

    const second = await started(folder);
    expect(second.connection).toEqual(first.connection);
    expect(await ask(second.connection, 'select name from pupil')).toEqual([{ name: '李雷' }]);
    expect(first.log.lines.concat(second.log.lines).filter(line => !line.startsWith('info'))).toEqual([]);
  });

  it('keeps what it acknowledges, and means the same on every machine', async () => {
    const { connection } = await started(await temporaryFolder());
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'TimeZone', 'jit'];
    const rows = await ask<{ name: string; setting: string }>(
      connection,
      `select name, setting from pg_settings where name in (${names.map(name => `'${name}'`).join()}) order by name`,
    );
    expect(Object.fromEntries(rows.map(row => [row.name, row.setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      jit: 'off',
      TimeZone: 'UTC',
    });
    const [locale] = await ask(
      connection,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
       from pg_database where datname = current_database()`,
    );
    expect(locale).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' });
  });

  it('is closed to other users and asks for the password', async () => {
    const folder = await temporaryFolder();
    const { connection } = await started(folder);
    const modes = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8);
    expect(await modes('postgres')).toBe('700');
    expect(await modes('postgres/data')).toBe('700');
    expect(await modes('postgres/socket')).toBe('700');
    expect(await modes('postgres/password')).toBe('600');
    const password = (await readFile(join(folder, 'postgres/password'), 'utf8')).trim();
    expect(password).toBe(connection.password);
    expect(password.length).toBeGreaterThan(40);
    await expect(ask({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow('password');
    expect(await ask(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const [hba] = await ask(
      connection,
      `select string_agg(distinct auth_method, ',') as methods from pg_hba_file_rules`,
    );
    expect(hba).toEqual({ methods: 'scram-sha-256' });
  });

  it('works in folders with long and odd names', async () => {
    const odd = await started(join(await temporaryFolder(), `a, "b" 'c' $d`));
    expect(await ask(odd.connection, 'select 1 as one')).toEqual([{ one: 1 }]);

    const long = join(await temporaryFolder(), 'x'.repeat(120));
    const database = await started(long);
    expect(database.connection.host).not.toContain(long);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
  });

  it('tells when postgres ends by itself, and starts again over what is left', async () => {
    const folder = await temporaryFolder();
    const first = await started(folder);
    await ask(first.connection, 'create table kept as select 1 as one');
    const pid = Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await first.stop();
    const second = await started(folder);
    expect(await ask(second.connection, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('ends a backend that outlives its postmaster in a long calculation', async () => {
    const folder = await temporaryFolder();
    const first = await started(folder);
    const busy = ask(first.connection, 'select count(*) from generate_series(1, 1000000000000)').catch(
      () => {},
    );
    await until(async () => (await postgresOf(folder)).some(seen => seen.command.includes(' SELECT')));
    const pid = Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await first.ended;
    await first.stop();
    const second = await started(folder);
    expect(await ask(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await busy;
  });

  it('says what is wrong with a folder', async () => {
    await expect(startEmbeddedDatabase({ folder: 'data', log: memoryLog() })).rejects.toThrow('absolute');
    await expect(startEmbeddedDatabase({ folder: '/dev/null/data', log: memoryLog() })).rejects.toThrow(
      'The data folder /dev/null/data cannot be used: a part of its path is a file',
    );
  });

  it('says what postgres said when it cannot start', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'postgres/data'), { recursive: true, mode: 0o700 });
    await expect(startEmbeddedDatabase({ folder, log: memoryLog() })).rejects.toThrow('password is missing');
    // The lock was given back.
    await expect(startEmbeddedDatabase({ folder, log: memoryLog() })).rejects.toThrow('password is missing');

    const other = await temporaryFolder();
    await (await started(other)).stop();
    await writeFile(join(other, 'postgres/data/PG_VERSION'), '12\n');
    await expect(startEmbeddedDatabase({ folder: other, log: memoryLog() })).rejects.toThrow(
      'initialized by PostgreSQL version 12',
    );
    expect(await readdir(other)).toContain('postgres');
  });
});
