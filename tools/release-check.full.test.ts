import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { auditOutcome, billOfMaterials, licenceProblems, sbomProblems } from './release-check.mjs';
import { root } from './setup.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

describe('the release check', () => {
  test('finds every shipped package in the bill of materials, and only allowed licences', () => {
    const sbom = billOfMaterials(lock);
    expect(sbomProblems(sbom, lock)).toEqual([]);
    expect(sbom.components.length).toBeGreaterThan(100);
    expect(licenceProblems(lock)).toEqual([]);
    const [first, ...rest] = sbom.components.filter(({ name }: { name: string }) => name === 'fastify');
    expect(rest).toEqual([]);
    const without = { ...sbom, components: sbom.components.filter((one: unknown) => one !== first) };
    expect(sbomProblems(without, lock)).toEqual([
      `fastify@${first.version} is shipped and is not in the bill of materials.`,
    ]);
    expect(sbomProblems(undefined, lock)).toHaveLength(1);
  });

  test.each([
    ['GPL-3.0-only', 1],
    ['(MIT OR GPL-3.0-only)', 0],
    ['MIT AND GPL-3.0-only', 1],
    ['MIT and ISC', 0],
    [undefined, 1],
  ])('judges the licence %s', (license, problems) => {
    const packages = { 'node_modules/a': { version: '1.0.0', license } };
    expect(licenceProblems({ packages })).toHaveLength(problems);
  });

  test.each([
    [{ vulnerabilities: {}, metadata: { vulnerabilities: {} } }, 'good'],
    [
      {
        vulnerabilities: { a: { name: 'a', severity: 'low', range: '<2' } },
        metadata: { vulnerabilities: {} },
      },
      'good',
    ],
    [
      {
        vulnerabilities: { a: { name: 'a', severity: 'high', range: '<2' } },
        metadata: { vulnerabilities: {} },
      },
      'bad',
    ],
    [{ statusCode: 405, error: {} }, 'unknown'],
    [{ error: { code: 'ENOTFOUND' } }, 'unknown'],
    [undefined, 'unknown'],
  ])('reads the advisories', (report, outcome) => {
    expect(auditOutcome(report).outcome).toBe(outcome);
  });
});

const BULK = '/-/npm/v1/security/advisories/bulk';
/** An advisory for the installed fastify as registries answer it, by package. */
const advisory = (severity: string) => ({
  fastify: [
    {
      id: 1100001,
      url: 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx',
      title: 'Made up for this test',
      severity,
      vulnerable_versions: '<99.0.0',
      cwe: ['CWE-400'],
      cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
    },
  ],
});
const version: string = lock.packages['node_modules/fastify'].version;
const versions = Object.fromEntries([version, '99.0.0'].map(one => [one, { name: 'fastify', version: one }]));
const packument = { name: 'fastify', 'dist-tags': { latest: '99.0.0' }, versions };

/**
 * Runs the command against a registry on this machine that speaks npm's bulk protocol.
 * @param answer what it answers to the bulk request: a status, or a body
 */
const runWith = async (answer: number | object) => {
  const requests: Record<string, string[]>[] = [];
  const registry = createServer((request: IncomingMessage, response) => {
    const reply = async () => {
      const body = await buffer(request);
      response.setHeader('content-type', 'application/json');
      if (request.method === 'POST' && request.url === BULK) {
        const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
        requests.push(JSON.parse(text.toString()) as Record<string, string[]>);
        response.statusCode = typeof answer === 'number' ? answer : 200;
        return JSON.stringify(typeof answer === 'number' ? {} : answer);
      }
      if (request.method === 'GET' && request.url === '/fastify') return JSON.stringify(packument);
      // npm's older call, which it tries where the bulk call fails
      response.statusCode = 405;
      return '{}';
    };
    void reply().then(text => response.end(text));
  });
  await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  // npm remembers advisories by their id.
  const cache = await mkdtemp(join(tmpdir(), 'rollcall-npm-'));
  const child = spawn(process.execPath, [join(root, 'tools/release-check.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  await rm(cache, { recursive: true, force: true, maxRetries: 3 });
  registry.closeAllConnections();
  await new Promise(resolve => registry.close(resolve));
  return { code, text, requests };
};

describe('the advisories of a registry with the bulk protocol', () => {
  test('are requested for every shipped package with its version; no advisory permits a release', async () => {
    const { code, text, requests } = await runWith({});
    expect(requests).toHaveLength(1);
    expect(requests[0]?.['fastify']).toEqual([version]);
    expect(requests[0]?.['kysely']).toHaveLength(1);
    expect(text).toContain('advisories: none of high severity');
    expect(code).toBe(0);
  });

  test.each([
    ['critical', 1],
    ['high', 1],
    ['moderate', 0],
  ])('of %s severity are listed, and the exit code is %i', async (severity, expected) => {
    const { code, text } = await runWith(advisory(severity));
    expect(text).toContain(
      `advisories: ${severity}: fastify ${version} (Made up for this test, https://github.com/advisories/GHSA-`,
    );
    expect(code).toBe(expected);
    expect(text.includes('A release must not go out like this.')).toBe(expected === 1);
  });

  test('that are refused end the check with the code for unknown', async () => {
    const { code, text } = await runWith(405);
    expect(text).toContain('the registry gave no advisories (405)');
    expect(text).toContain('Not checked: configure a registry');
    expect(code).toBe(2);
  });
});
