/**
 * `npm run release -- check`, before a release: known advisories, the bill of materials (CycloneDX) and the licences of all
 * that is shipped. Ends with 1 where a release must not go out, and with 2 where the advisories could not be read.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

/** Licences that the shipped packages may have. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // libvips, which sharp loads as a library of its own
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Runs npm and reads the JSON that it prints, also where it ends with a failure. */
function npmJson(args) {
  const { stdout, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/** Paths of the lockfile's entries that are shipped: neither for development nor links to workspaces. */
const shipped = ({ packages }) =>
  Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link,
  );

const nameAt = (path, entry) => entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);

/**
 * The bill of materials of everything that is shipped, by the lockfile. npm's own `--omit dev` leaves out packages that are
 * shipped if the root names them for development, too, so it is asked for all, and the rest is taken out here.
 */
export function billOfMaterials(lock) {
  const all = npmJson(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
  if (!Array.isArray(all?.components)) return undefined;
  const wanted = new Set(shipped(lock).map(([path, entry]) => `${nameAt(path, entry)}@${entry.version}`));
  const components = all.components.filter(({ name, version }) => wanted.has(`${name}@${version}`));
  const kept = new Set([all.metadata?.component?.['bom-ref'], ...components.map(one => one['bom-ref'])]);
  const dependencies = (all.dependencies ?? [])
    .filter(({ ref }) => kept.has(ref))
    .map(one => ({ ...one, dependsOn: (one.dependsOn ?? []).filter(ref => kept.has(ref)) }));
  return { ...all, components, dependencies };
}

/** What is wrong with a bill of materials: its form, or a shipped package that it lacks. */
export function sbomProblems(sbom, lock) {
  if (sbom?.bomFormat !== 'CycloneDX' || !Array.isArray(sbom.components))
    return ['npm wrote no bill of materials in the form of CycloneDX.'];
  const problems = [];
  const known = new Set();
  for (const { name, version, purl } of sbom.components) {
    if (!name || !version || !purl?.startsWith('pkg:npm/'))
      problems.push(`${name ?? 'a component'} lacks its version or package URL.`);
    known.add(`${name}@${version}`);
  }
  for (const [path, entry] of shipped(lock)) {
    const id = `${nameAt(path, entry)}@${entry.version}`;
    if (!known.has(id)) problems.push(`${id} is shipped and is not in the bill of materials.`);
  }
  return problems;
}

/** The licences in an SPDX expression such as `(MIT OR Apache-2.0)`, and whether each of them is allowed. */
const isAllowed = expression =>
  expression
    .replaceAll(/[()]/g, ' ')
    .split(/\sor\s/i)
    .some(choice => choice.split(/\sand\s/i).every(licence => allowed.has(licence.trim())));

/** The package that has this one as an optional dependency: a binary of one platform has its licence. */
const parentOf = (lock, name) =>
  Object.values(lock.packages).find(({ optionalDependencies }) => optionalDependencies?.[name] !== undefined);

/** Shipped packages without an allowed licence. */
export function licenceProblems(lock) {
  return shipped(lock).flatMap(([path, entry]) => {
    const name = nameAt(path, entry);
    const licence = entry.license ?? parentOf(lock, name)?.license;
    if (licence === undefined) return [`${name}@${entry.version} names no licence.`];
    return isAllowed(licence) ? [] : [`${name}@${entry.version} has the licence ${licence}.`];
  });
}

/** An advisory by title and address; a dependency by name that has one. */
const reasonOf = via => (typeof via === 'string' ? `by ${via}` : `${via.title}, ${via.url}`);

/**
 * What the registry's advisories say. `unknown` if they can't be read.
 * @param report the JSON of `npm audit`
 */
export function auditOutcome(report) {
  const counts = report?.metadata?.vulnerabilities;
  if (!counts || !report.vulnerabilities) {
    const reason = String(report?.statusCode ?? report?.error?.code ?? 'no answer');
    return { outcome: 'unknown', lines: [`the registry gave no advisories (${reason})`] };
  }
  const found = Object.values(report.vulnerabilities);
  return {
    outcome: found.some(({ severity }) => severity === 'high' || severity === 'critical') ? 'bad' : 'good',
    lines: found.map(
      ({ name, severity, range, via }) =>
        `${severity}: ${name} ${range} (${(via ?? []).map(reasonOf).join('; ')})`,
    ),
  };
}

const UNKNOWN = 2;

function main() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const sbom = billOfMaterials(lock);
  const problems = [...sbomProblems(sbom, lock), ...licenceProblems(lock)];
  if (sbom) {
    const file = join(root, '.rollcall', 'sbom.cdx.json');
    mkdirSync(join(root, '.rollcall'), { recursive: true });
    writeFileSync(file, `${JSON.stringify(sbom, null, 1)}\n`);
    console.log(`bill of materials: ${sbom.components.length} components, in ${file}`);
  }
  const { outcome, lines } = auditOutcome(npmJson(['audit', '--omit=dev', '--json']));
  for (const line of lines) console.log(`advisories: ${line}`);
  if (outcome === 'good') console.log('advisories: none of high severity');
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || outcome === 'bad') {
    console.error('A release must not go out like this.');
    process.exitCode = 1;
  } else if (outcome === 'unknown') {
    console.error('Not checked: configure a registry that answers `npm audit`, and run this again.');
    process.exitCode = UNKNOWN;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
