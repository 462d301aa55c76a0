/** Tests the documents: runs their samples, follows their links, compares their tables with the code. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls, MONITOR_PATH, SOURCE_MAPS_PATH, type TokenSet } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { until } from './testing/until.ts';
import { readConfig } from '../apps/server/src/app/config.ts';
import { rolesOf } from '../apps/server/src/app/role-paths.ts';
import { roles } from '../apps/server/src/app/roles.ts';
import { readMigrations } from '../apps/server/src/platform/database/migrate.ts';
import { startServer } from '../apps/server/src/app/start.ts';
import { bodyOf, newEvent } from '../apps/server/src/features/usage/testing/batches.ts';
import { noticeKinds } from '../apps/server/src/messages/notice-kinds.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import {
  type TestAnswer,
  type TestServer,
  testConfig,
  testDatabase,
  testServer,
} from '../apps/server/src/app/testing.ts';
import { documents, readDocument, readSamples, sample, sampleFolder } from './samples.mjs';
import { root } from './setup.mjs';
import { systemPrograms } from './system-programs.mjs';
import { startSystemPostgres } from './testing/system-postgres.ts';

const { folder, write, remove } = sampleFolder();
afterAll(remove);

/** Samples that a test below, or e2e/src/sites.full.test.ts, runs. */
const taken = new Set([
  'html',
  'css',
  'js',
  'ts',
  'tsx',
  'jsx',
  'vue',
  'mjs',
  'sh',
  'sql',
  'yaml',
  'nginx',
  'ini',
  'java',
  'go',
]);
const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(write(file)).href);
/** Every expression of Grafana's dashboard. */
const dashboardExpressions = (): string[] => {
  const { panels } = JSON.parse(readFileSync(join(root, 'docs/grafana-dashboard.json'), 'utf8')) as {
    panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
};
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

const ACCOUNTS = '/tiger/v3/web/accounts';
interface SignedIn {
  readonly id: string;
  readonly access: string;
  readonly refresh: string;
}
/** Signs in by a code, as a browser would; makes the account where there is none. */
const signIn = async (
  server: Pick<TestServer, 'ask' | 'codes'>,
  phone: string,
  pid = 'my-school',
): Promise<SignedIn> => {
  const body = { phone_number: phone, pid };
  await server.ask('POST', `${ACCOUNTS}/captcha/login/silence`, body);
  const [captcha] = server.codes(phone);
  const { json } = await server.ask('POST', `${ACCOUNTS}/phone/login/silence`, { ...body, captcha });
  const { auth } = (json as { data: unknown }).data as {
    auth: { account_id: string; token: { access: { token: string }; refresh: { token: string } } };
  };
  return { id: auth.account_id, access: auth.token.access.token, refresh: auth.token.refresh.token };
};
/** The access token of a token set. */
const accessOf = ({ json }: TestAnswer): string => (json as { data: TokenSet }).data.access.token;
const profileStatus = async (server: Pick<TestServer, 'ask'>, token: string) =>
  (await server.ask('GET', `${ACCOUNTS}/profile`, undefined, { authorization: `Bearer ${token}` })).status;

describe('every document', () => {
  test('has a unique name for each code sample', () => {
    const all = documents().flatMap(path => readSamples(readDocument(path)).map(each => ({ path, ...each })));
    const guides =
      /^(?:docs\/(?:react|plain-page|tokens|usage|nextjs|vue|third-party|moving|production|cluster|security|data)\.md|README\.md)$/;
    const nameless = all.filter(
      ({ path, language, file }) => guides.test(path) && taken.has(language) && !file,
    );
    expect(nameless.map(({ path, line }) => `${path}:${line}`)).toEqual([]);
    const names = all.flatMap(({ file }) => file ?? []);
    expect(new Set(names).size).toBe(names.length);
    const tests = [
      'tools/docs.test.ts',
      'tools/server-package.full.test.ts',
      'e2e/src/sites.full.test.ts',
      'e2e/src/sites.ts',
      'e2e/src/guides.full.test.ts',
      'tools/token-samples.full.test.ts',
      'e2e/src/usage-guide.full.test.ts',
      'e2e/src/nextjs-guide.proof.test.ts',
      'e2e/src/production/school.ts',
      'e2e/src/production/nginx.ts',
      'e2e/src/production/site.ts',
    ].map(path => readFileSync(join(root, path), 'utf8'));
    // A test takes a sample by its name.
    expect(names.filter(name => !tests.some(text => text.includes(`'${name}'`)))).toEqual([]);
  });

  test('names phrases that the reference has, with what is filled in', () => {
    const reference = readFileSync(join(root, 'docs/reference/phrases.md'), 'utf8');
    const named = Object.values(
      JSON.parse(sample('phrases/phrases.json')) as Record<string, Record<string, string>>,
    ).flatMap(phrases => Object.entries(phrases));
    expect(named.length).toBeGreaterThan(3);
    for (const [key, text] of named) {
      const row = reference.split('\n').find(line => line.startsWith(`| \`${key}\` |`));
      expect(row, key).toBeDefined();
      for (const [name] of text.matchAll(/\{\w+\}/g)) expect(row, key).toContain(`\`${name}\``);
    }
    // A bundler renames a parameter that is called like something outside of its function.
    expect(reference.match(/\{\w*\d\w*\}/g)).toBeNull();
  });

  test('has only links with a target', () => {
    const anchorsOf = (text: string) =>
      new Set(
        [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
          title
            .toLowerCase()
            .replace(/[^\p{L}\p{N} _-]/gu, '')
            .replaceAll(' ', '-'),
        ),
      );
    const broken: string[] = [];
    for (const path of documents()) {
      const text = readDocument(path).replace(/^```[\s\S]*?^```/gm, '');
      for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(link)) continue;
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? join(root, path) : join(root, dirname(path), file);
        if (!existsSync(target) || (anchor && !anchorsOf(readFileSync(target, 'utf8')).has(anchor)))
          broken.push(`${path}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('describes every table in docs/data.md', async () => {
    const migrations = await readMigrations();
    const named = (pattern: RegExp) =>
      migrations.flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name = '']) => name));
    const dropped = new Set(named(/^drop table (\w+)/gm));
    const tables = named(/^create (?:unlogged )?table (\w+)/gm).filter(name => !dropped.has(name));
    expect(tables.length).toBeGreaterThan(20);
    const text = readDocument('docs/data.md');
    expect(tables.filter(name => !text.includes(`\`${name}\``))).toEqual([]);
  });

  test('lists every kind of security message that may have a template', () => {
    const text = readDocument('docs/configuration.md');
    const [, list = ''] =
      /^Security messages have templates[\s\S]*? by kind: ([\s\S]*?) and `common`/m.exec(text) ?? [];
    expect([...list.matchAll(/`([a-z-]+)`/g)].map(([, kind]) => kind)).toEqual([...noticeKinds]);
  });
});

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

  test('of a plain page quotes the example unchanged', () => {
    const page = readFileSync(join(root, 'examples/plain-page/page.js'), 'utf8');
    const quoted = [
      'plain-page/client.js',
      'plain-page/guarded.js',
      'plain-page/send.js',
      'plain-page/sign-in.js',
      'plain-page/show.js',
    ];
    expect(quoted.filter(name => !page.includes(sample(name)))).toEqual([]);
  });

  test('of WeChat and QQ has variables that the server accepts', () => {
    const lines = sample('third-party/rollcall.env').trim().split('\n');
    const env = Object.fromEntries(lines.map(line => line.split('=') as [string, string]));
    expect(readConfig({ ROLLCALL_ENV: 'test', ...env })).toMatchObject({
      origins: ['https://www.school.example'],
      thirdParty: {
        wechat: { apps: [{ appid: 'wx0123456789abcdef', secret: 'the-app-secret' }] },
        qq: { apps: [{ appid: '101234567', secret: 'the-app-key' }] },
      },
    });
  });

  test('uses existing properties for branding', () => {
    const tokens = readFileSync(join(root, 'packages/ui/src/theme/tokens.css'), 'utf8');
    const set = [...sample('react/brand.css').matchAll(/(--rc-[\w-]+):/g)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(0);
    for (const name of set) expect(tokens).toContain(`${name}:`);
  });

  test('needs six commands and fifteen lines at most', () => {
    const commands = ['first-steps/rollcall.sh', 'first-steps/site.sh', 'first-steps/start.sh'];
    const lines = ['first-steps/index.html', 'first-steps/main.tsx'];
    const count = (files: string[]) =>
      files.flatMap(file => sample(file).split('\n')).filter(line => line.trim() !== '').length;
    expect(count(commands)).toBeLessThanOrEqual(6);
    expect(count(lines)).toBeLessThanOrEqual(15);
  });
});

describe('code samples run against a server:', () => {
  const secret = 'the-older-site-s-own-secret';
  const serviceSecret = 'k8-a-service-secret-0123456789-QwZx';
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({
      env: {
        ROLLCALL_CONVERT_COOKIE: 'session',
        ROLLCALL_CONVERT_SECRET: secret,
        ROLLCALL_SERVICE_SECRETS: `my-school:${serviceSecret}`,
        // For its metrics: of no request a trace is sent.
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
        OTEL_TRACES_SAMPLER_ARG: '0',
      },
    });
  });
  afterAll(() => server?.stop());

  test("a service checks a token by the guide's code [3.jwks]", async () => {
    const { issuer } = server.app.config;
    // Its keys are where the server really listens; tests take any free port.
    const path = write('tokens/check-token.mjs', text =>
      text
        .replace('process.env.ROLLCALL_ISSUER', JSON.stringify(issuer))
        .replace("'/.well-known/jwks.json', issuer", `'${server.url}/.well-known/jwks.json'`)
        .replace('{ issuer, audience', `{ issuer, currentDate: new Date(${server.now()}), audience`),
    );
    const { checkToken } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
      checkToken: (header?: string) => Promise<unknown>;
    };
    const person = await signIn(server, '13800000001');
    expect(await checkToken(`Bearer ${person.access}`)).toMatchObject({
      account: person.id,
      pid: 'my-school',
    });
    const [head, body, mark = ''] = person.access.split('.');
    const forged = `${head}.${body}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`;
    await expect(checkToken(`Bearer ${forged}`)).rejects.toThrow('signature');
    await expect(checkToken()).rejects.toThrow('no token');
    const other = await signIn(server, '13800000009', 'another-school');
    await expect(checkToken(`Bearer ${other.access}`)).rejects.toThrow('"aud"');
  });

  test("a service spends a ticket by the guide's code, once [7.checkCommonCaptcha]", async () => {
    vi.stubEnv('ROLLCALL_ISSUER', server.url);
    vi.stubEnv('ROLLCALL_SERVICE_SECRET', serviceSecret);
    const { spendTicket } = (await load('confirm/spend-ticket.mjs')) as {
      spendTicket: (ticket: unknown) => Promise<string | undefined>;
    };
    vi.unstubAllEnvs();
    const phone_number = '13800000011';
    await server.ask('POST', `${ACCOUNTS}/captcha/common`, { phone_number, pid: 'my-school' });
    const [captcha] = server.codes(phone_number);
    const { json } = await server.ask(
      'POST',
      `${ACCOUNTS}/captcha/common/check`,
      { phone_number, captcha },
      { pid: 'my-school' },
    );
    const { ticket } = (json as { data: { ticket: string } }).data;
    expect(await spendTicket(ticket)).toBe(phone_number);
    for (const bad of [ticket, 'forged', 'a b', '', undefined, { ticket }])
      expect(await spendTicket(bad)).toBeUndefined();
  });

  test("an older site's cookie becomes tokens", async () => {
    const { sessionCookie } = await load('moving/session-cookie.mjs');
    const { id } = await signIn(server, '13800000002');
    const seconds = server.now() / 1000;
    const convert = (cookie: string) =>
      server.ask('POST', `${ACCOUNTS}/tokens/convert`, {}, { cookie: `session=${cookie}` });
    const good = await convert(sessionCookie({ phone: '13800000002' }, seconds + 60, secret));
    expect(good.status).toBe(200);
    const [, body = ''] = accessOf(good).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    expect(claims.sub).toBe(id);
    expect((await convert(sessionCookie({ phone: '13800000002' }, seconds - 1, secret))).status).toBe(401);
    expect((await convert(sessionCookie({ phone: '13800000002' }, seconds + 60, `${secret}!`))).status).toBe(
      401,
    );
    expect((await convert(sessionCookie({ phone: '13811111111' }, seconds + 60, secret))).status).toBe(401);
  });

  test('imported people sign in; a failed import imports no account', async () => {
    const script = write('moving/import-people.mjs');
    const { hash } = await import('@node-rs/argon2');
    const { host, port, user, password, database, connectionString } = server.database.pool.options;
    const made = new URL('postgres://localhost');
    made.username = user ?? '';
    made.password = String(password ?? '');
    made.pathname = `/${database}`;
    made.search = new URLSearchParams({ host: host ?? '', port: String(port ?? '') }).toString();
    const run = (people: object[]) => {
      const file = join(folder, 'people.json');
      writeFileSync(file, JSON.stringify(people));
      const env = { ...process.env, ROLLCALL_DATABASE_URL: connectionString ?? made.href };
      return spawnSync(process.execPath, [script, file], { env, encoding: 'utf8' });
    };
    const first = {
      nickname: 'Anna𠮷',
      phone: '13800000003',
      email: 'Anna@School.example',
      username: 'Anna_lee',
      password_hash: await hash('Old#Secret1'),
    };
    expect(run([first])).toMatchObject({ status: 0, stdout: '1 people are here now.\n' });
    for (const identity of ['13800000003', 'anna@school.example', 'anna_LEE']) {
      const body = { identity, password: 'Old#Secret1', pid: 'my-school' };
      expect((await server.ask('POST', `${ACCOUNTS}/login`, body)).status).toBe(200);
    }
    const others = [
      { nickname: 'Ben', phone: '13800000004' },
      { nickname: 'ＡＮＮＡ𠮷', phone: '13800000005' },
    ];
    const failed = run(others);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('accounts_nickname_key');
    const body = { phone_number: '13800000004', pid: 'my-school' };
    expect((await server.ask('POST', `${ACCOUNTS}/captcha/login/post-process`, body)).json?.code).toBe(
      'AC3_1',
    );
  });

  /** The names of all metrics that the server has. */
  const metricNames = async (): Promise<readonly string[]> => {
    const { text } = await server.ask('GET', '/metrics');
    return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  };

  test('every metric that an alert or the dashboard uses exists', async () => {
    const there = new Set(await metricNames());
    const expressions = [sample('production/alerts.yml'), ...dashboardExpressions()].join('\n');
    const used = [...expressions.matchAll(/\b((?:rollcall|process|nodejs)_[a-z\d_]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(used.length).toBeGreaterThan(30);
    expect(
      used.filter(name => !there.has(name) && !there.has(name.replace(/_(?:count|bucket|sum)$/, ''))),
    ).toEqual([]);
  });

  test('every metric is described, and is in the dashboard or named as left out of it', async () => {
    const text = (file: string) => readFileSync(join(root, 'docs', file), 'utf8');
    const [, leftOut = ''] = /It leaves out\n([^]*?)\n\n/.exec(text('production.md')) ?? [];
    const ofEvents = text('usage-server.md').replaceAll(/`(_[a-z_]+)/g, '`rollcall_usage$1');
    const tables = text('production.md').replace(leftOut, '');
    const namesIn = (written: string) => new Set(written.match(/rollcall_[a-z_]+/g));
    const described = namesIn(
      [tables, ofEvents, text('monitoring.md')]
        .join('\n')
        .match(/`rollcall_[a-z_]+/g)
        ?.join() ?? '',
    );
    const shown = namesIn([...dashboardExpressions(), leftOut].join('\n'));
    const missing = (await metricNames())
      .filter(name => name.startsWith('rollcall_'))
      .filter(name => !described.has(name) || !(shown.has(name) || shown.has(`${name}_bucket`)));
    expect(missing).toEqual([]);
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
