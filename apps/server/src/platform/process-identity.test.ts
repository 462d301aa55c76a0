import { describe, expect, it } from 'vitest';
import {
  ownIdentity,
  type ProcessReader,
  runningProcesses,
  startOf,
  systemReader,
} from './process-identity.ts';
import { sleeperAndZombie } from './database/embedded/testing.ts';

const nothing: ProcessReader = {
  platform: 'linux',
  read: () => undefined,
  list: () => [],
  owner: () => 1000,
  link: () => undefined,
  run: () => undefined,
  answers: () => true,
};

function linux(files: Record<string, string>): ProcessReader {
  const pids = Object.keys(files).flatMap(path => /^\/proc\/(\d+)\/stat$/.exec(path)?.[1] ?? []);
  return { ...nothing, read: path => files[path], list: () => ['self', 'net', ...pids] };
}

const stat = (pid: number, name: string, state: string, started: number) =>
  `${pid} (${name}) ${state} 7 ${'0 '.repeat(17)}${started} 0 0`;

describe('startOf', () => {
  it('tells two runs of one number apart, and across restarts of the machine', () => {
    const boot = '/proc/sys/kernel/random/boot_id';
    const first = startOf(42, linux({ '/proc/42/stat': stat(42, 'node', 'S', 100), [boot]: 'a\n' }));
    expect(first).toBe('a/100');
    expect(startOf(42, linux({ '/proc/42/stat': stat(42, 'node', 'S', 101), [boot]: 'a\n' }))).not.toBe(
      first,
    );
    expect(startOf(42, linux({ '/proc/42/stat': stat(42, 'node', 'S', 100), [boot]: 'b\n' }))).not.toBe(
      first,
    );
  });

  it('reads past brackets in the name, and does not take a zombie for running', () => {
    expect(startOf(42, linux({ '/proc/42/stat': stat(42, 'a) Z (b', 'R', 5) }))).toBe('/5');
    expect(startOf(42, linux({ '/proc/42/stat': stat(42, 'node', 'Z', 5) }))).toBeUndefined();
    expect(startOf(42, linux({}))).toBeUndefined();
  });

  it('asks ps or PowerShell where there is no /proc', () => {
    const mac: ProcessReader = { ...nothing, platform: 'darwin' };
    expect(startOf(42, { ...mac, run: () => 'Ss   Fri Nov 20 10:00:00 2026\n' })).toBe(
      'Fri Nov 20 10:00:00 2026',
    );
    expect(startOf(42, { ...mac, run: () => 'Z+   Fri Nov 20 10:00:00 2026\n' })).toBeUndefined();
    expect(startOf(42, { ...mac, answers: () => false })).toBeUndefined();
    expect(startOf(42, { ...nothing, platform: 'win32', run: () => '133\r\n' })).toBe('133');
    expect(startOf(42, { ...nothing, platform: 'win32' })).toBe('unknown');
  });

  it('is right about real processes', async () => {
    const { sleeper, zombie } = await sleeperAndZombie({});
    expect(startOf(sleeper)).toBeDefined();
    expect(systemReader.answers(zombie)).toBe(true);
    expect(startOf(zombie)).toBeUndefined();
    expect(ownIdentity().started).toBe(startOf(process.pid));
  });
});

describe('runningProcesses', () => {
  it('leaves out zombies and what has no command line', () => {
    const reader = linux({
      '/proc/1/stat': stat(1, 'init', 'S', 1),
      '/proc/1/cmdline': '/sbin/init\0-x\0',
      '/proc/2/stat': stat(2, 'kthread', 'S', 1),
      '/proc/2/cmdline': '',
      '/proc/3/stat': stat(3, 'gone', 'Z', 1),
      '/proc/3/cmdline': 'gone\0',
    });
    expect(runningProcesses(reader)).toEqual([{ pid: 1, parent: 7, uid: 1000, command: '/sbin/init -x' }]);
  });

  it('reads ps, and finds this process', () => {
    const run = () => '  1     0     0 Ss   /sbin/launchd\n 20     1   501 Z    (x)\n';
    expect(runningProcesses({ ...nothing, platform: 'darwin', run })).toEqual([
      { pid: 1, parent: 0, uid: 0, command: '/sbin/launchd' },
    ]);
    expect(runningProcesses().map(seen => seen.pid)).toContain(process.pid);
  });
});
