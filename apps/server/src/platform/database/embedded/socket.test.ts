import { chmod, mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSocketFolder, socketFolder } from './socket.ts';
import { temporaryFolder } from './testing.ts';

describe('socketFolder', () => {
  it("is the cluster's while the path fits a socket, counted in bytes", () => {
    expect(socketFolder('/data/postgres')).toBe('/data/postgres/socket');
    const home = `/data/${'课'.repeat(30)}/postgres`;
    expect(socketFolder(home, ['/tmp'])).toMatch(/^\/tmp\/rollcall-[0-9a-f]{16}$/);
    expect(socketFolder(home, ['/tmp'])).toBe(socketFolder(home, ['/tmp']));
    expect(socketFolder(home, [`/${'t'.repeat(90)}`, '/tmp'])).toMatch(/^\/tmp\//);
    expect(() => socketFolder(home, [`/${'t'.repeat(90)}`])).toThrow('short enough');
  });
});

describe('openSocketFolder', () => {
  it('makes a closed folder, and trusts no other', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'socket');
    await openSocketFolder(path, undefined);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await openSocketFolder(path, undefined);
    await chmod(path, 0o755);
    await expect(openSocketFolder(path, undefined)).rejects.toThrow('not a closed folder of ours');
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o700 });
    const planted = join(folder, 'planted');
    await symlink(elsewhere, planted);
    await expect(openSocketFolder(planted, undefined)).rejects.toThrow('not a closed folder of ours');
  });
});
