/** The guides' longer samples: they compile, and what the guide to production says is done. */
/** Tests the documents: runs their samples, follows their links, compares their tables with the code. */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, MONITOR_PATH, SOURCE_MAPS_PATH } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from './testing/until.ts';
import { readConfig } from '../apps/server/src/app/config.ts';
import { rolesOf } from '../apps/server/src/app/role-paths.ts';
import { roles } from '../apps/server/src/app/roles.ts';
import { startServer } from '../apps/server/src/app/start.ts';
import { bodyOf, newEvent } from '../apps/server/src/features/usage/testing/batches.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { type TestServer, testConfig, testDatabase } from '../apps/server/src/app/testing.ts';
import { sample, sampleFolder } from './samples.mjs';
import { root } from './setup.mjs';
import { accessOf, ACCOUNTS, dashboardExpressions, signIn } from './testing/guides.ts';
import { systemPrograms } from './system-programs.mjs';
import { contentsOf, gpgFolder, makeKey } from './testing/backup-key.ts';
import { startSystemPostgres } from './testing/system-postgres.ts';

const { folder, write, remove } = sampleFolder();
afterAll(remove);
const shell = (file: string, env: Record<string, string>) => {
  const { status, stderr } = spawnSync('sh', ['-e', write(file)], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
};

/** The compiler's errors for a project. */
const compile = (config: string): string => {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' }).stdout;
};

const profileStatus = async (server: Pick<TestServer, 'ask'>, token: string) =>
  (await server.ask('GET', `${ACCOUNTS}/profile`, undefined, { authorization: `Bearer ${token}` })).status;

describe('the React guide', () => {
  test('compiles', () => {
    const files = [
      write('first-steps/main.tsx'),
      write('react/my-service.ts'),
      write('react/rename.ts'),
      write('react/branded.tsx'),
      write('react/placed.tsx'),
      write('react/join.tsx'),
      write('react/needs-number.tsx'),
      write('react/whose-number.ts'),
      write('react/documents.tsx'),
      write('react/usage.ts'),
      write('third-party/main.tsx'),
      write('usage/lessons.tsx'),
      write('confirm/leave-course.tsx'),
      write('react/passkey.tsx'),
      write('react/unbind.tsx'),
      write('readme/page.tsx'),
      write('readme/calls.ts'),
    ];
    writeFileSync(join(folder, 'styles.d.ts'), "declare module '*.css';\n");
    const config = join(folder, 'tsconfig.json');
    const compilerOptions = { lib: ['ES2023', 'DOM', 'DOM.Iterable'] };
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions,
        files: [...files, 'styles.d.ts'],
      }),
    );
    expect(compile(config)).toBe('');
  });

  test('of Next.js compiles', () => {
    const names = [
      'nextjs/lib/session.js',
      'nextjs/proxy.js',
      'nextjs/app/accounts.jsx',
      'nextjs/app/layout.jsx',
      'nextjs/app/sign-in/page.jsx',
      'nextjs/app/sign-up/page.jsx',
      'nextjs/app/lessons/page.jsx',
    ];
    const files = [...names.map(name => write(name)), join(root, 'tools/testing/next.d.ts')];
    writeFileSync(join(folder, 'nextjs/styles.d.ts'), "declare module '*.css';\n");
    writeFileSync(
      join(folder, 'nextjs/tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: {
          lib: ['ES2023', 'DOM', 'DOM.Iterable'],
          types: ['node'],
          allowJs: true,
          checkJs: true,
        },
        files: [...files, 'styles.d.ts'],
      }),
    );
    expect(compile(join(folder, 'nextjs/tsconfig.json'))).toBe('');
  });
});

test("Prometheus takes the alert rules and the dashboard's expressions", () => {
  const { promtool } = systemPrograms();
  const check = (rules: string) => {
    writeFileSync(join(folder, 'rules.yml'), rules);
    const { status, stdout, stderr } = spawnSync(promtool, ['check', 'rules', join(folder, 'rules.yml')], {
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const passes = { status: 0, said: expect.stringContaining('SUCCESS') };
  expect(check(sample('production/alerts.yml'))).toEqual(passes);
  // Grafana fills in its variables.
  const rules = dashboardExpressions().map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }));
  expect(rules.length).toBeGreaterThan(20);
  expect(check(JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))).toEqual(passes);
});

describe('the guide to production', () => {
  const at = (url: string): Pick<TestServer, 'ask'> => ({
    ask: async (method, path, body, headers) => {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = text.startsWith('{') ? JSON.parse(text) : undefined;
      return { status: response.status, headers: response.headers, text, json };
    },
  });
  const start = async (data: string, env: Record<string, string> = {}) => {
    const config = testConfig(data, env);
    const running = await startServer(config, { log: createLog(config, { write: () => {} }) });
    const codes = (to: string) => (running.development?.list(to) ?? []).map(({ code }) => code);
    return { ...running, ...at(running.url), codes };
  };

  test('has variables that the server starts with', () => {
    const lines = sample('production/rollcall.env').trim().split('\n');
    const env = Object.fromEntries(
      lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    // As node reads the file.
    const print = 'console.log(JSON.stringify(process.env))';
    const file = `--env-file=${write('production/rollcall.env')}`;
    const read = spawnSync(process.execPath, [file, '-e', print], { encoding: 'utf8', env: {} });
    expect(JSON.parse(read.stdout)).toEqual(env);
    // Samples that are not to be copied.
    expect(() => readConfig({ ...env, ROLLCALL_SECRET: 'change-me' })).toThrow('ROLLCALL_SECRET');
    expect(() => readConfig(env)).toThrow(/ROLLCALL_METRICS_TOKEN[\s\S]*ROLLCALL_SECRET/);
    const config = readConfig({
      ...env,
      ROLLCALL_METRICS_TOKEN: '0123456789abcdef',
      ROLLCALL_SECRET: 'c2VjcmV0LW9mLWEtdGVzdC0wMTIzNDU2Nzg5',
    });
    expect(config).toMatchObject({
      production: true,
      issuer: 'https://accounts.school.example',
      senders: ['smtp'],
    });
  });

  test('has a unit that systemd accepts', () => {
    const here = (text: string) =>
      text.replace('/usr/bin/node', process.execPath).replaceAll('User=rollcall', 'User=root');
    // As it is, and with the drop-in of the package.
    const units: [string, string] = [
      write('production/rollcall.service', here),
      write(
        'production/package.conf',
        text => `${here(sample('production/rollcall.service'))}\n${here(text)}`,
      ),
    ];
    renameSync(units[1], join(folder, 'package.service'));
    // Not every machine has systemd.
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    for (const unit of [units[0], join(folder, 'package.service')])
      expect(spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
  });

  test('has units of several processes that systemd accepts, with variables that each starts with', () => {
    const unit = write('cluster/rollcall@.service', text =>
      text.replace('/usr/bin/node', process.execPath).replaceAll('User=rollcall', 'User=root'),
    );
    const variables = (name: string) =>
      Object.fromEntries(
        sample(name)
          .trim()
          .split('\n')
          .map(line => line.split('=', 2)),
      ) as Record<string, string>;
    const shared = {
      ROLLCALL_SECRET: 'c2VjcmV0LW9mLWEtdGVzdC0wMTIzNDU2Nzg5',
      ROLLCALL_DATABASE_URL: 'postgres://rollcall:password@127.0.0.1:5432/rollcall',
    };
    const own = ['cluster/engines.env', 'cluster/accounts-1.env'].map(name =>
      readConfig({ ...shared, ...variables(name) }),
    );
    expect(own.flatMap(config => config.roles).sort()).toEqual([...roles].sort());
    expect(new Set(own.map(({ port }) => port)).size).toBe(2);
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    renameSync(unit, join(folder, 'rollcall@engines.service'));
    const verify = ['verify', '--man=no', join(folder, 'rollcall@engines.service')];
    expect(spawnSync('systemd-analyze', verify, { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  test('routes each path to a process that answers it, by a configuration that nginx accepts', () => {
    const text = sample('cluster/nginx.conf');
    const locations = [...text.matchAll(/location (=? ?)(\S+) \{\s*proxy_pass http:\/\/rollcall_(\w+);/g)];
    const routeOf = (path: string) =>
      locations.find(([, exact, own]) => exact?.startsWith('=') && own === path) ??
      locations
        .filter(([, exact, own = '']) => exact === '' && path.startsWith(own))
        .sort(([, , a = ''], [, , b = '']) => b.length - a.length)[0];
    const called = [...Object.values(calls), ...Object.values(consoleCalls)].map(({ path }) => path);
    const further = ['/', '/console', '/consoles', '/console/people', '/static/a.js', '/usage/v1/events'];
    for (const path of [
      ...called,
      ...further,
      '/usage/v1/time',
      '/usage/v1/ip',
      MONITOR_PATH,
      SOURCE_MAPS_PATH,
    ]) {
      const wanted = rolesOf(path) ?? [];
      const to = routeOf(path)?.[3];
      expect(
        to === 'accounts' ? wanted.includes('accounts') : wanted.some(role => role !== 'accounts'),
        path,
      ).toBe(true);
    }
    if (!existsSync('/usr/sbin/nginx')) return;
    const key = join(folder, 'accounts.key');
    const certificate = join(folder, 'accounts.pem');
    const make = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-subj', '/CN=x', '-keyout', key];
    spawnSync('/usr/bin/openssl', [...make, '-out', certificate]);
    const here = text
      .replace('/etc/nginx/certificates/accounts.pem', certificate)
      .replace('/etc/nginx/certificates/accounts.key', key);
    const file = join(folder, 'cluster-nginx.conf');
    writeFileSync(
      file,
      `pid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\naccess_log off;\n${here}\n}\n`,
    );
    const checked = spawnSync('/usr/sbin/nginx', ['-t', '-e', 'stderr', '-p', folder, '-c', file], {
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0 });
  });

  test('makes a database whose owner may create tables', async () => {
    const name = `documents_${randomUUID().replaceAll('-', '')}`;
    const database = await testDatabase({ migrated: false });
    try {
      for (const statement of sample('production/database.sql')
        .replaceAll('rollcall', name)
        .trim()
        .split('\n'))
        await database.pool.query(statement);
      const { rows } = await database.pool.query(
        'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
        [name],
      );
      expect(rows).toEqual([{ owner: name }]);
    } finally {
      await database.pool.query(`drop database if exists ${name}`);
      await database.pool.query(`drop role if exists ${name}`);
      await database.close();
    }
  });

  test('builds with existing commands', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const file of ['production/build.sh', 'first-steps/rollcall.sh', 'readme/run.sh']) {
      const names = [...sample(file).matchAll(/^npm (?:run )?(\S+)(?: +#.*)?$/gm)].map(
        ([, name = '']) => name,
      );
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(/^(?:install|ci)$/.test(name) || name in scripts, name).toBe(true);
    }
  });

  test('restores a database of a newer version from a dump; who signed in or refreshed since has to sign in again', async () => {
    const postgres = startSystemPostgres();
    // Not every machine has PostgreSQL.
    if (!postgres) return;
    const place = mkdtempSync(join(tmpdir(), 'rollcall-dump-'));
    const url = postgres.url('rollcall', 'rollcall');
    const BACKUP = join(place, 'dump');
    // Without the notices of dropped objects.
    const PGOPTIONS = '-c client_min_messages=warning';
    const env = { ...postgres.env, ROLLCALL_DATABASE_URL: url, BACKUP, PGOPTIONS };
    let server: Awaited<ReturnType<typeof start>> | undefined;
    try {
      postgres.execute(write('production/database.sql'));
      const restart = async () => {
        await server?.stop();
        server = await start(join(place, 'data'), { ROLLCALL_DATABASE_URL: url });
        return server;
      };
      let running = await restart();
      const refresh = (refresh_token: string) =>
        running.ask('PUT', `${ACCOUNTS}/tokens/refresh`, { refresh_token });
      const before = await signIn(running, '13800000010');
      const active = await signIn(running, '13800000012');
      shell('production/dump.sh', env);
      const refreshed = (await refresh(active.refresh)).json as { data: { refresh: { token: string } } };
      const after = await signIn(running, '13800000013');
      // What a newer version added.
      await running.database.pool.query('create table added (account_id uuid references accounts)');
      await server?.stop();
      shell('production/undump.sh', env);

      running = await restart();
      expect((await running.database.pool.query("select to_regclass('added') as added")).rows).toEqual([
        { added: null },
      ]);
      expect(await profileStatus(running, before.access)).toBe(200);
      expect((await refresh(before.refresh)).status).toBe(200);
      expect((await refresh(refreshed.data.refresh.token)).status).toBe(401);
      expect([await profileStatus(running, after.access), (await refresh(after.refresh)).status]).toEqual([
        401, 401,
      ]);
      // A dump of the restored database can be restored too.
      shell('production/dump.sh', env);
      await server?.stop();
      shell('production/undump.sh', env);
      running = await restart();
      expect(await profileStatus(running, before.access)).toBe(200);
    } finally {
      await server?.stop();
      postgres.stop();
      rmSync(place, { recursive: true, force: true });
    }
  });

  test('keeps people signed in and takes events after the loss of anything but the database and the secret', async () => {
    const place = mkdtempSync(join(tmpdir(), 'rollcall-loss-'));
    const data = join(place, 'data');
    let server = await start(data);
    try {
      const person = await signIn(server, '13800000014');
      const loaded = async () => {
        const { text } = await server.ask('GET', '/metrics');
        return Number(/^rollcall_usage_loaded_events_total (\d+)/m.exec(text)?.[1]);
      };
      // The store without its log, and then the log without its store.
      const losses = [['usage/log', 'usage/quarantine', 'usage/exports', 'pictures'], ['usage/store'], []];
      for (const lost of losses) {
        const body = bodyOf({ events: [newEvent({ t: Date.now() })] });
        const headers = { 'content-type': 'text/plain' };
        const answer = await fetch(`${server.url}/usage/v1/events`, { method: 'POST', body, headers });
        expect(await answer.json()).toEqual({ data: { accepted: 1, refused: [] } });
        await until(async () => expect(await loaded()).toBe(1));
        expect(await profileStatus(server, person.access)).toBe(200);
        if (lost.length === 0) break;
        await server.stop();
        for (const name of lost) rmSync(join(data, name), { recursive: true, force: true });
        server = await start(data);
      }
    } finally {
      await server.stop();
      rmSync(place, { recursive: true, force: true });
    }
  });

  test('encrypts a backup for a public key, restores it with the private one, and with no other', () => {
    const place = mkdtempSync(join(tmpdir(), 'rollcall-encrypted-'));
    const [own, other] = [gpgFolder(place), gpgFolder(place)];
    const data = join(place, 'data');
    const env = {
      ROLLCALL_DATA: data,
      GNUPGHOME: own.GNUPGHOME,
      BACKUP: join(place, 'backup'),
      BACKUP_KEY: makeKey(own.GNUPGHOME),
    };
    try {
      mkdirSync(join(data, 'postgres/base'), { recursive: true });
      mkdirSync(join(data, 'usage/log'), { recursive: true });
      writeFileSync(join(data, 'secret'), 'a secret of forty characters, in one line', { mode: 0o600 });
      writeFileSync(join(data, 'postgres/base/1'), randomBytes(3_000_000));
      shell('production/back-up-encrypted.sh', env);
      const backup = readFileSync(env.BACKUP, 'latin1');
      for (const text of ['postgres', 'a secret of forty']) expect(backup).not.toContain(text);
      const restored = join(place, 'restored');
      shell('production/restore-encrypted.sh', { ...env, ROLLCALL_DATA: restored });
      expect(Object.keys(contentsOf(data))).toHaveLength(6);
      expect(contentsOf(restored)).toEqual(contentsOf(data));

      const thief = { ...env, GNUPGHOME: other.GNUPGHOME };
      const none = join(place, 'none');
      expect(() => shell('production/restore-encrypted.sh', { ...thief, ROLLCALL_DATA: none })).toThrow();
      expect(readdirSync(none)).toEqual([]);
      // Without the public key nothing is written, and the command fails.
      const unwritten = { ...thief, BACKUP: join(place, 'unwritten') };
      expect(() => shell('production/back-up-encrypted.sh', unwritten)).toThrow();
      expect(readFileSync(unwritten.BACKUP, 'latin1')).toBe('');
    } finally {
      own.close();
      other.close();
      rmSync(place, { recursive: true, force: true });
    }
  });

  test('restores people and pictures from a backup, and keeps sessions with another signing key', async () => {
    const place = mkdtempSync(join(tmpdir(), 'rollcall-backup-'));
    const data = join(place, 'data');
    const env = { ROLLCALL_DATA: data, BACKUP: join(place, 'backup.tar.gz') };
    let server = await start(data);
    try {
      const person = await signIn(server, '13800000009');
      await server.stop();
      shell('production/back-up.sh', env);
      rmSync(data, { recursive: true });
      shell('production/restore.sh', env);
      server = await start(data);
      expect(await profileStatus(server, person.access)).toBe(200);

      await server.database.pool.query(sample('production/rotate-signing-key.sql'));
      await server.stop();
      server = await start(data);
      expect(await profileStatus(server, person.access)).toBe(401);
      const refreshed = await server.ask('PUT', `${ACCOUNTS}/tokens/refresh`, {
        refresh_token: person.refresh,
      });
      expect(refreshed.status).toBe(200);
      expect(await profileStatus(server, accessOf(refreshed))).toBe(200);
    } finally {
      await server.stop();
      rmSync(place, { recursive: true, force: true });
    }
  });
});
