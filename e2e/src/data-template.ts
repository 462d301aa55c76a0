/** Before the first test of a run: a data folder that the built server filled at its first start. Kept until the next build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { embeddedDatabase } from './embedded-database.ts';
import { startServer } from './server.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'apps/server/dist');
const templates = join(root, '.rollcall/data-templates');

/** A digest of the built server: its programs, its migrations, and the versions of the databases. */
function digest(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter(each => /\.(?:mjs|sql)$/.test(each)).sort())
    hash.update(`${name}\0`).update(readFileSync(join(built, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Called once by vitest in its main process. */
export async function setup(project: TestProject): Promise<void> {
  const template = join(templates, digest());
  if (!existsSync(template)) {
    rmSync(templates, { recursive: true, force: true });
    mkdirSync(templates, { recursive: true });
    const part = mkdtempSync(join(templates, 'part-'));
    const server = await startServer(part);
    // The due times of jobs go with the copies, where a job that waits ten minutes after a first start would run immediately.
    const database = await embeddedDatabase(part);
    await database.db.deleteFrom('job_leases').execute();
    await database.close();
    await server.stop();
    renameSync(part, template);
  }
  project.provide('dataTemplate', template);
}
