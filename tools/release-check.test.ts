import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditOutcome, billOfMaterials, licenceProblems, sbomProblems } from './release-check.mjs';
import { root } from './setup.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

describe('the release check', () => {
  test('finds every shipped package in the bill of materials, and only allowed licences', {
    timeout: 120_000,
  }, () => {
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
