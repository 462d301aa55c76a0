/** Tests the documents: runs their samples, follows their links, compares their tables with the code. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../apps/server/src/app/config.ts';
import { readMigrations } from '../apps/server/src/platform/database/migrate.ts';
import { createServiceToken } from '../apps/server/src/identity/service-tokens.ts';
import { noticeKinds } from '../apps/server/src/messages/notice-kinds.ts';
import { type TestServer, testServer } from '../apps/server/src/app/testing.ts';
import { importCommand } from './import-command.mjs';
import { makeReference } from './reference.mjs';
import { documents, readDocument, readSamples, sample, sampleFolder } from './samples.mjs';
import { scriptVersion } from './script-tags.mjs';
import { root } from './setup.mjs';
import { accessOf, ACCOUNTS, dashboardExpressions, signIn } from './testing/guides.ts';

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
describe('every document', () => {
  test('has a unique name for each code sample', () => {
    const all = documents().flatMap(path => readSamples(readDocument(path)).map(each => ({ path, ...each })));
    const guides =
      /^(?:docs\/(?:react|plain-page|tokens|api|usage|nextjs|vue|third-party|moving|production|cluster|security|data)\.md|README\.md)$/;
    const nameless = all.filter(
      ({ path, language, file }) => guides.test(path) && taken.has(language) && !file,
    );
    expect(nameless.map(({ path, line }) => `${path}:${line}`)).toEqual([]);
    const names = all.flatMap(({ file }) => file ?? []);
    expect(new Set(names).size).toBe(names.length);
    const tests = [
      'tools/docs.test.ts',
      'tools/api-guide.test.ts',
      'tools/webhook-guide.test.ts',
      'tools/docs.full.test.ts',
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

  test('names phrases that the reference has, with what is filled in', async () => {
    const { phrases: reference = '' } = (await makeReference()).pages;
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

  test('counts its commands and lines as they are, and so does README.md', () => {
    const commands = ['first-steps/rollcall.sh', 'first-steps/site.sh', 'first-steps/start.sh'];
    const lines = ['first-steps/index.html', 'first-steps/main.tsx'];
    const count = (files: string[]) =>
      files.flatMap(file => sample(file).split('\n')).filter(line => line.trim() !== '').length;
    const joined = commands.flatMap(file => sample(file).split('&&').slice(1)).length;
    const counted = (text: string) => /(\w+) commands and (\w+) lines/.exec(text)?.slice(1);
    const names = { 6: 'six', 12: 'twelve' } as Record<number, string>;
    const expected = [count(commands) + joined, count(lines)].map(number => names[number] ?? String(number));
    for (const path of ['README.md', 'docs/react.md'])
      expect(counted(readDocument(path).toLowerCase()), path).toEqual(expected);
    // Without comments and blank lines.
    const token = sample('tokens/verify-token.mjs').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    expect(token.split('\n').filter(line => line.trim() !== '')).toHaveLength(5);
    expect(readDocument('README.md')).toContain('verifies a token in five lines');
  });

  test('of a plain page loads the scripts of the version that the packages have', () => {
    for (const text of [readDocument('docs/plain-page.md'), sample('plain-page/index.html')])
      expect(new Set(text.match(/(?<=\/rollcall\/)[\d.]+(?=\/rollcall)/g))).toEqual(
        new Set([scriptVersion()]),
      );
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
    const path = write('tokens/verify-token.mjs', text =>
      text
        .replace('process.env.ROLLCALL_ISSUER', JSON.stringify(issuer))
        .replace('createVerifier({', `createVerifier({ url: '${server.url}', now: () => ${server.now()},`),
    );
    const { verifyToken } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
      verifyToken: (header?: string) => Promise<unknown>;
    };
    const person = await signIn(server, '13800000001');
    expect(await verifyToken(`Bearer ${person.access}`)).toMatchObject({
      account: person.id,
      pid: 'my-school',
    });
    const [head, body, mark = ''] = person.access.split('.');
    const forged = `${head}.${body}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`;
    await expect(verifyToken(`Bearer ${forged}`)).rejects.toThrow('signature');
    await expect(verifyToken()).rejects.toThrow('no token');
    const other = await signIn(server, '13800000009', 'another-school');
    await expect(verifyToken(`Bearer ${other.access}`)).rejects.toThrow('"aud"');
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

  test('people of a file are brought in by the command, with their hashes', async () => {
    const file = join(folder, 'people.csv');
    const { hash } = await import('@node-rs/argon2');
    const old = await hash('Old#Secret1', { memoryCost: 8192, timeCost: 1 });
    writeFileSync(
      file,
      `name,phone,email,username,password hash\nAnna Lee,13800000003,Anna@School.example,Anna_lee,"${old}"\nBen,138,,,\n`,
    );
    const at = server.now();
    const { token } = await createServiceToken(server.app.db, {
      name: 'import',
      purpose: 'new pupils',
      scopes: ['people:write', 'people:delete'],
      addresses: [],
      perMinute: 600,
      createdBy: 'x',
      at,
      expiresAt: at + 3600_000,
    });
    let said = '';
    const run = (...args: string[]) => {
      said = '';
      const env = { ROLLCALL_TOKEN: token };
      return importCommand([...args, '--url', server.url], env, text => void (said += text));
    };
    expect(await run(file, '--pid', 'my-school')).toBe(0);
    expect(said).toContain('row 3, phone: It is no mainland mobile number of 11 digits');
    expect(said).toContain('to be made: 1  to be changed: 0  left: 0  left out for a fault: 1');
    expect(await run('--resume', /--resume (\S+),/.exec(said)?.[1] ?? '')).toBe(0);
    const [, id = ''] = /--undo (\S+) undoes/.exec(said) ?? [];
    for (const identity of ['13800000003', 'anna@school.example', 'anna_LEE']) {
      const body = { identity, password: 'Old#Secret1', pid: 'my-school' };
      expect((await server.ask('POST', `${ACCOUNTS}/login`, body)).status).toBe(200);
    }
    expect(await run('--undo', id)).toBe(0);
    expect(said).toContain('undone: 0');
    expect(await run('--undo', '00000000-0000-4000-8000-000000000000')).toBe(1);
    expect(await run(file)).toBe(2);
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
