/** What production refuses, and what it does not answer. */
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../platform/config-reader.ts';
import { readConfig } from './config.ts';
import { type TestServer, testServer } from './testing.ts';

const production = {
  ROLLCALL_ENV: 'prod',
  ROLLCALL_SECRET: 'Zq3-a-secret-of-my-own-0123456789-xyz',
  ROLLCALL_ISSUER: 'https://accounts.school.example',
  ROLLCALL_PIDS: 'school',
  ROLLCALL_PRODUCTS: 'school',
};

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...production, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the configuration of production', () => {
  it('is valid with secret, https issuer and pids', () => {
    expect(problems({})).toEqual([]);
  });

  it.each([
    '<32 characters or more, for example from: openssl rand -base64 36>',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'school-2026-school-2026-school-2026-school-2026',
  ])('refuses the secret %s', secret => {
    expect(problems({ ROLLCALL_SECRET: secret })).toEqual([
      expect.stringMatching(/^ROLLCALL_SECRET is "\d+ char/),
    ]);
  });

  it('refuses a metrics token that is short or a placeholder', () => {
    for (const token of [
      '0123456789abcde',
      '<16 characters or more, for example from: openssl rand -hex 16>',
    ])
      expect(problems({ ROLLCALL_METRICS_TOKEN: token })).toEqual([
        expect.stringMatching(/^ROLLCALL_METRICS_TOKEN is "\d+ characters"; expected: at least 16 letters/),
      ]);
  });

  it('accepts random secrets in hexadecimal and base64', () => {
    for (const secret of [
      '9f86d081884c7d659a2feaa0c55ad015',
      'kq0pG3XyTn7VtQe2mB1rZs8LwHc5JdFuA9oKiYx4R6gWbEvC',
    ])
      expect(problems({ ROLLCALL_SECRET: secret })).toEqual([]);
  });

  it('refuses an issuer that is not https, or absent', () => {
    expect(problems({ ROLLCALL_ISSUER: 'http://accounts.school.example' })).toEqual([
      expect.stringContaining('ROLLCALL_ISSUER is "http://accounts.school.example"; expected: an https URL'),
    ]);
    expect(problems({ ROLLCALL_ISSUER: '' })).toEqual([
      expect.stringContaining('ROLLCALL_ISSUER is not set'),
    ]);
  });

  it('refuses unknown variables, and names the nearest known one', () => {
    expect(
      problems({
        ROLLCALL_ORIGIN: 'https://www.school.example',
        ROLLCALL_WHATEVER_THIS_IS: '1',
        ROLLCALL_: '',
      }),
    ).toEqual([
      'ROLLCALL_ORIGIN is unknown; did you mean ROLLCALL_ORIGINS? See docs/configuration.md.',
      'ROLLCALL_WHATEVER_THIS_IS is unknown. See docs/configuration.md.',
    ]);
    // of a vendor that is not listed
    expect(problems({ ROLLCALL_SMTP_URL: 'smtps://mail.school.example' })).toEqual([]);
  });

  it('refuses the audience of its own tokens as a pid', () => {
    expect(problems({ ROLLCALL_PIDS: 'school,rollcall' })).toEqual([
      expect.stringContaining('ROLLCALL_PIDS is "rollcall"'),
    ]);
  });

  it('refuses to serve every pid', () => {
    expect(problems({ ROLLCALL_PIDS: '' })).toEqual([expect.stringContaining('ROLLCALL_PIDS is not set')]);
  });
});

describe('a production server', () => {
  const token = 'metrics-token-0123456789';
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({
      env: {
        ...production,
        ROLLCALL_METRICS_TOKEN: token,
        ROLLCALL_SECURITY_CONTACT: 'mailto:security@school.example',
      },
    });
  });
  afterAll(() => server.stop());

  it('answers /metrics only with its token', async () => {
    expect((await server.ask('GET', '/metrics')).status).toBe(401);
    expect((await server.ask('GET', '/metrics', undefined, { authorization: 'Bearer x' })).status).toBe(401);
    const { status, text } = await server.ask('GET', '/metrics', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(status).toBe(200);
    expect(text).toContain('rollcall_http_request_seconds');
  });

  it('refuses a proxy on the same machine that is not trusted, and logs what to set', async () => {
    const { status, json, headers } = await server.ask('GET', '/healthz', undefined, {
      'x-forwarded-for': '203.0.113.7',
    });
    expect([status, json?.code]).toEqual([503, 'RC_54']);
    expect(headers.get('retry-after')).toBe('1');
    expect(server.lines.join('')).toContain('ROLLCALL_TRUST_PROXY=loopback');
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
  });

  it('logs an origin that may not call, once, with what to set', async () => {
    const headers = { origin: 'https://www.school.example' };
    await server.ask('GET', '/healthz', undefined, headers);
    await server.ask('GET', '/healthz', undefined, headers);
    await server.ask('GET', '/healthz', undefined, { origin: production.ROLLCALL_ISSUER });
    const logged = server.lines.filter(line => line.includes('add it to ROLLCALL_ORIGINS'));
    expect(logged).toEqual([expect.stringContaining('"origin":"https://www.school.example"')]);
  });

  it('logs a hundred refused origins an hour, and others in the next hour', async () => {
    const logged = () => server.lines.filter(line => line.includes('add it to ROLLCALL_ORIGINS')).length;
    const before = logged();
    const ask = (name: string) =>
      server.ask('GET', '/healthz', undefined, { origin: `https://${name}.example` });
    server.now.move(3_600_000);
    for (let n = 0; n < 120; n += 1) await ask(`made-up-${n}`);
    expect(logged() - before).toBe(100);
    server.now.move(3_600_000);
    await ask('genuine');
    expect(logged() - before).toBe(101);
  });

  it('lets a refused origin read that the server is there, and nothing else', async () => {
    const allowed = async (path: string, origin: string) => {
      const { headers } = await server.ask('GET', path, undefined, { origin });
      return headers.get('access-control-allow-origin');
    };
    expect(await allowed('/healthz', 'https://elsewhere.example')).toBe('*');
    expect(await allowed('/readyz', 'https://elsewhere.example')).toBeNull();
    expect(await allowed('/openapi.json', 'https://elsewhere.example')).toBeNull();
  });

  it('publishes security.txt with contact and expiry', async () => {
    const { status, text } = await server.ask('GET', '/.well-known/security.txt');
    expect(status).toBe(200);
    expect(text).toContain('Contact: mailto:security@school.example\n');
    expect(text).toMatch(/^Expires: \d{4}-\d\d-\d\dT/m);
  });

  it('asks browsers for https, on its subdomains too', async () => {
    const { headers } = await server.ask('GET', '/healthz');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('switches off browser features that no page uses', async () => {
    const { headers } = await server.ask('GET', '/healthz');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('a production server without a metrics token', () => {
  it('has no /metrics and trusts a configured proxy', async () => {
    const server = await testServer({ env: { ...production, ROLLCALL_TRUST_PROXY: 'loopback' } });
    try {
      expect((await server.ask('GET', '/metrics')).status).toBe(404);
      const forwarded = await server.ask('GET', '/healthz', undefined, { 'x-forwarded-for': '203.0.113.7' });
      expect(forwarded.status).toBe(200);
      expect((await server.ask('GET', '/.well-known/security.txt')).status).toBe(404);
    } finally {
      await server.stop();
    }
  });
});

describe('a development server', () => {
  it('shows sent codes to direct requests only', async () => {
    const server = await testServer();
    try {
      expect((await server.ask('GET', '/dev/messages.json')).status).toBe(200);
      for (const path of ['/dev/messages', '/dev/messages.json'])
        for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-host'])
          expect((await server.ask('GET', path, undefined, { [name]: 'x' })).status).toBe(404);
    } finally {
      await server.stop();
    }
  });

  it('shows them under its own Host only, so that no page of another name reads them', async () => {
    const server = await testServer({ env: { ROLLCALL_ISSUER: 'http://rollcall.school.example:8787' } });
    const { port } = new URL(server.url);
    const statusOf = (host: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers: { host } }, response => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    try {
      for (const path of ['/dev/messages', '/dev/messages.json', '/dev/notices.json']) {
        for (const host of [
          `localhost:${port}`,
          `127.0.0.1:${port}`,
          '[::1]',
          'a.localhost:1',
          'ROLLCALL.school.example:8787',
        ])
          expect(await statusOf(host, path), host).toBe(200);
        for (const host of [
          'evil.example',
          `evil.example:${port}`,
          '203.0.113.9',
          'localhost.evil.example',
          '127.0.0.1.evil.example:80',
          'school.example:8787',
        ])
          expect(await statusOf(host, path), host).toBe(404);
      }
    } finally {
      await server.stop();
    }
  });
});
