import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicUrl, readConfig } from './config.ts';
import { ConfigError } from '../platform/config-reader.ts';

const secret = 'Zq3-a-secret-of-my-own-0123456789-xyz';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ROLLCALL_DATA: folder, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('defaults', () => {
  it('are those of the decisions', () => {
    const config = readConfig({ ROLLCALL_DATA: folder, ROLLCALL_PORT: ' ' });
    expect(config).toMatchObject({
      env: 'dev',
      production: false,
      port: 8080,
      host: '127.0.0.1',
      data: folder,
      databaseUrl: undefined,
      pids: undefined,
      secondFactorPids: [],
      services: [],
      origins: 'loopback',
      trustProxy: [],
      logLevel: 'info',
      issuer: 'http://127.0.0.1:8080',
      senders: ['development'],
      codes: { retrySeconds: 60, dailyLimit: 10 },
    });
    expect(config.hashing.parallel).toBeGreaterThan(0);
    expect(config.web).toBe(resolve('apps/web/dist'));
  });

  it('name a pid that demands a second factor and is not served', () => {
    const env = { ROLLCALL_SECRET: secret, ROLLCALL_PIDS: 'school', ROLLCALL_SECOND_FACTOR_PIDS: 'schol' };
    expect(() => readConfig(env)).toThrow(/ROLLCALL_SECOND_FACTOR_PIDS.*schol/s);
  });

  it.each([
    ['school:short', 'at least 32 characters'],
    ['school', 'pid:secret'],
    [`school:${'ab'.repeat(20)}`, 'repeats'],
    [`schol:${secret}`, 'pids of ROLLCALL_PIDS'],
    [`school:${secret},club:${secret}`, 'each secret once'],
  ])('name a wrong service secret without showing it (%#)', (value, expected) => {
    const env = {
      ROLLCALL_SECRET: `${secret}1`,
      ROLLCALL_PIDS: 'school,club',
      ROLLCALL_SERVICE_SECRETS: value,
    };
    const [problem = '', ...more] = problems(env);
    expect(more).toEqual([]);
    expect(problem).toContain('ROLLCALL_SERVICE_SECRETS');
    expect(problem).toContain(expected);
    expect(problem).not.toContain(value.split(':')[1] ?? value);
  });

  it('name a source map secret of a product that is not served', () => {
    const env = { ROLLCALL_SECRET: `${secret}1`, ROLLCALL_PRODUCTS: 'school' };
    expect(problems({ ...env, ROLLCALL_SOURCE_MAP_SECRETS: `club:${secret}` })).toEqual([
      expect.stringMatching(/ROLLCALL_SOURCE_MAP_SECRETS.*products of ROLLCALL_PRODUCTS/),
    ]);
    const { sourceMapSecrets } = readConfig({ ...env, ROLLCALL_SOURCE_MAP_SECRETS: `school:${secret}` });
    expect(sourceMapSecrets).toMatchObject([{ pid: 'school' }]);
  });

  it('take an absolute data folder from a relative one', () => {
    expect(readConfig({ ROLLCALL_SECRET: secret }).data).toBe(resolve('./data'));
  });

  it('read every variable', () => {
    const config = readConfig({
      ROLLCALL_ENV: 'staging',
      ROLLCALL_PORT: '0',
      ROLLCALL_HOST: '::',
      ROLLCALL_DATA: folder,
      ROLLCALL_DATABASE_URL: 'postgres://u:p@db:5432/x',
      ROLLCALL_DATABASE_POOL: '25',
      ROLLCALL_SECRET: secret,
      ROLLCALL_PIDS: 'school, club ,',
      ROLLCALL_SECOND_FACTOR_PIDS: 'club',
      ROLLCALL_ORIGINS: 'https://a.example,http://b.example:81',
      ROLLCALL_TRUST_PROXY: '10.0.0.0/8,loopback',
      ROLLCALL_LOG_LEVEL: 'debug',
      ROLLCALL_ISSUER: 'https://accounts.example/',
      ROLLCALL_WEB: '/srv/web',
      ROLLCALL_CODE_RETRY_SECONDS: '5',
      ROLLCALL_CODE_DAILY_LIMIT: '3',
      ROLLCALL_HASH_PARALLEL: '4',
      ROLLCALL_HASH_QUEUE: '9',
    });
    expect(config).toMatchObject({
      env: 'staging',
      port: 0,
      host: '::',
      databaseUrl: 'postgres://u:p@db:5432/x',
      databasePool: 25,
      secret,
      pids: ['school', 'club'],
      secondFactorPids: ['club'],
      origins: ['https://a.example', 'http://b.example:81'],
      trustProxy: ['10.0.0.0/8', 'loopback'],
      logLevel: 'debug',
      issuer: 'https://accounts.example',
      web: '/srv/web',
      codes: { retrySeconds: 5, dailyLimit: 3 },
      hashing: { parallel: 4, queue: 9 },
    });
    expect(readConfig({ ROLLCALL_SECRET: secret, ROLLCALL_TRUST_PROXY: '2' }).trustProxy).toBe(2);
    for (const none of ['none', '0', '00'])
      expect(readConfig({ ROLLCALL_SECRET: secret, ROLLCALL_TRUST_PROXY: none }).trustProxy).toBe('none');
  });
});

describe('wrong values', () => {
  it.each([
    ['ROLLCALL_ENV', 'production', 'dev, staging, prod'],
    ['ROLLCALL_PORT', '65536', 'from 0 to 65535'],
    ['ROLLCALL_PORT', '80a', 'from 0 to 65535'],
    ['ROLLCALL_PORT', '-1', 'from 0 to 65535'],
    ['ROLLCALL_HOST', 'http://x', 'host name'],
    ['ROLLCALL_DATABASE_POOL', '3', 'from 4 to 500'],
    ['ROLLCALL_PIDS', 'a b', 'pids'],
    ['ROLLCALL_SECOND_FACTOR_PIDS', 'a b', 'pids'],
    ['ROLLCALL_ORIGINS', 'https://a.example/', 'origins'],
    ['ROLLCALL_ORIGINS', '*', 'origins'],
    ['ROLLCALL_ORIGINS', 'https://*.school.example', 'a pattern with * is not supported'],
    ['ROLLCALL_ISSUER', 'https://school.example/auth', 'without a path'],
    ['ROLLCALL_TRUST_PROXY', 'true', 'number of proxies'],
    ['ROLLCALL_TRUST_PROXY', '10.0.0.0/33', 'number of proxies'],
    ...['10.8.0.0/33', '10.8.0', 'room-1', '2001:db8::/129', '10.8.0.0/16/8', 'fe80::1%eth0'].map(
      (value): [string, string, string] => ['ROLLCALL_SHARED_NETWORKS', value, 'addresses and networks like'],
    ),
    ['ROLLCALL_LOG_LEVEL', 'loud', 'info'],
    ['ROLLCALL_ISSUER', 'accounts.example', 'public URL'],
    ['ROLLCALL_SENDERS', 'pigeon', 'development'],
    ['ROLLCALL_CODE_RETRY_SECONDS', '1.5', 'from 0 to 3600'],
    ['ROLLCALL_CODE_DAILY_LIMIT', '0', 'from 1'],
    ['ROLLCALL_HASH_PARALLEL', 'many', 'from 1 to 256'],
    ['ROLLCALL_HASH_QUEUE', '-5', 'from 0'],
    ['ROLLCALL_ALERT_WEBHOOK_ORIGINS', 'https://hooks.example/a', 'without a path'],
    ['ROLLCALL_ALERT_WEBHOOK_ORIGINS', 'hooks.example', 'origins like'],
    ['ROLLCALL_ALERT_WEBHOOK_ORIGINS', 'ftp://hooks.example', 'origins like'],
  ])('%s=%s is named with its value and what is expected', (name, value, expected) => {
    const [problem, ...others] = problems({ [name]: value });
    expect(others).toEqual([]);
    expect(problem).toContain(`${name} is "${value}"`);
    expect(problem).toContain(expected);
  });

  it('are told all at once', () => {
    const message = problems({ ROLLCALL_PORT: 'x', ROLLCALL_ENV: 'y', ROLLCALL_HASH_QUEUE: 'z' });
    expect(message.map(problem => problem.split(' ')[0])).toEqual([
      'ROLLCALL_ENV',
      'ROLLCALL_PORT',
      'ROLLCALL_HASH_QUEUE',
    ]);
  });

  it('never show a secret or a database URL', () => {
    const message = problems({
      ROLLCALL_SECRET: 'short-hush',
      ROLLCALL_DATABASE_URL: 'mysql://root:hush@x/y',
    }).join();
    expect(message).toContain('ROLLCALL_SECRET');
    expect(message).toContain('ROLLCALL_DATABASE_URL');
    expect(message).not.toContain('hush');
  });

  it('whatever they are, end in a ConfigError that names its variable, or in a configuration', () => {
    const names = [
      'ENV',
      'PORT',
      'HOST',
      'PIDS',
      'ORIGINS',
      'TRUST_PROXY',
      'ISSUER',
      'SECRET',
      'DATABASE_URL',
      'SENDERS',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary' }), (name, value) => {
        for (const problem of problems({ ROLLCALL_SECRET: secret, [`ROLLCALL_${name}`]: value })) {
          expect(problem).toContain(`ROLLCALL_${name}`);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('production', () => {
  const needed = {
    ROLLCALL_ISSUER: 'https://accounts.school.example',
    ROLLCALL_PIDS: 'school',
    ROLLCALL_PRODUCTS: 'school',
  };
  const prod = { ROLLCALL_ENV: 'prod', ROLLCALL_SECRET: secret, ...needed };

  it('refuses to start without a secret, and makes none', () => {
    expect(problems({ ROLLCALL_ENV: 'prod', ...needed })).toEqual([
      expect.stringContaining('ROLLCALL_SECRET is not set'),
    ]);
    expect(() => statSync(join(folder, 'secret'))).toThrow('ENOENT');
  });

  it.each([
    'changeme-changeme-changeme-changeme',
    'rollcall-development-secret-0123456789',
    'ababababababababababababababababab',
    'short',
  ])('refuses the secret %s', value => {
    expect(problems({ ...prod, ROLLCALL_SECRET: value })).toEqual([
      expect.stringContaining('ROLLCALL_SECRET'),
    ]);
  });

  it('refuses to start without the products that are served', () => {
    expect(problems({ ...prod, ROLLCALL_PRODUCTS: '' })).toEqual([
      expect.stringContaining('ROLLCALL_PRODUCTS is not set'),
    ]);
  });

  it('refuses a development sender and names it', () => {
    expect(problems({ ...prod, ROLLCALL_SENDERS: 'development' })).toEqual([
      expect.stringMatching(/^ROLLCALL_SENDERS is "development"; expected: no development sender in prod/),
    ]);
  });

  it('has no sender and no origin but those that are named', () => {
    expect(readConfig({ ...prod, ROLLCALL_DATA: folder })).toMatchObject({
      production: true,
      senders: [],
      origins: [],
    });
  });

  it('lets admins add webhooks of no origin but those that are named, by https', () => {
    const webhook = {
      ROLLCALL_ALERT_WEBHOOK_URL: 'https://gateway.example/alerts',
      ROLLCALL_ALERT_WEBHOOK_SECRET: 'a-secret-of-this-webhook',
    };
    const read = (origins?: string) =>
      readConfig({ ...prod, ROLLCALL_DATA: folder, ...webhook, ROLLCALL_ALERT_WEBHOOK_ORIGINS: origins });
    expect(read().monitor.origins).toEqual([]);
    expect(read('https://a.example, https://b.example:8443').monitor.origins).toEqual([
      'https://a.example',
      'https://b.example:8443',
    ]);
    expect(problems({ ...prod, ROLLCALL_ALERT_WEBHOOK_ORIGINS: 'http://a.example' })).toEqual([
      expect.stringMatching(/^ROLLCALL_ALERT_WEBHOOK_ORIGINS is .*by https in prod/),
    ]);
  });
});

describe('a previous secret', () => {
  const previous = 'Kp7-another-secret-of-my-own-9876543-abc';

  it('is accepted beside the current one', () => {
    const read = readConfig({ ROLLCALL_SECRET: secret, ROLLCALL_SECRET_PREVIOUS: previous });
    expect(read.secret).toEqual({ current: secret, previous });
  });

  it.each([secret, 'short', '<32 characters or more, for example from: openssl>'])('refuses %s', value => {
    expect(problems({ ROLLCALL_SECRET: secret, ROLLCALL_SECRET_PREVIOUS: value })).toEqual([
      expect.stringContaining('ROLLCALL_SECRET_PREVIOUS is'),
    ]);
  });
});

describe('the kept secret', () => {
  it('is made once, stays the same, and is its owner’s alone', () => {
    const first = String(readConfig({ ROLLCALL_DATA: folder }).secret);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ ROLLCALL_DATA: folder }).secret).toBe(first);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secret'), 'utf8').trim()).toBe(first);
  });

  it('is not replaced where the file holds something else', () => {
    writeFileSync(join(folder, 'secret'), 'damaged');
    expect(() => readConfig({ ROLLCALL_DATA: folder })).toThrow(/does not hold a secret/);
  });

  it('leaves nothing beside it', () => {
    readConfig({ ROLLCALL_DATA: folder });
    const { stdout } = spawnSync('ls', ['-A', folder], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('secret');
  });
});

it('writes the address that people type', () => {
  expect(publicUrl('0.0.0.0', 80)).toBe('http://localhost:80');
  expect(publicUrl('::1', 80)).toBe('http://[::1]:80');
  expect(publicUrl('school.example', 80)).toBe('http://school.example:80');
});
