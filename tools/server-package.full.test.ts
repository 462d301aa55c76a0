/**
 * The server as it is published, in an empty folder outside of the repository, with a home of its own. With
 * `ROLLCALL_SERVER_PACKAGE=npm` (`npm run proofs -- server-package`) npm installs it from a registry; else its dependencies are those
 * that are installed here.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import dockerfilelint from 'dockerfilelint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureServerPacked } from './pack-server.mjs';
import { sample } from './samples.mjs';
import { link, manifestIn, unpack } from './testing/installed.ts';

const dockerfile = sample('production/Dockerfile');
/** The arguments of an instruction anywhere in the file. */
const instructions = (name: string): string[] =>
  dockerfile.split('\n').flatMap(line => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
/** An instruction's command, in its JSON form. */
const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

let file: string;
let folder: string;
let bin: string;
const running = new Set<ChildProcess>();
/** Nothing of this machine's settings. */
const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: join(folder, 'home'),
  ...more,
});

beforeAll(() => {
  file = ensureServerPacked();
  folder = mkdtempSync(join(tmpdir(), 'rollcall-server-'));
  // As root the database runs as another user, who has to reach its programs.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'school'));
  const school = join(folder, 'school');
  writeFileSync(join(school, 'package.json'), '{}');
  const place = join(school, 'node_modules/@rollcall/server');
  if (process.env['ROLLCALL_SERVER_PACKAGE'] === 'npm') {
    // The steps of the Dockerfile; its data folder is this one's, and its user is who runs this.
    copyFileSync(file, join(school, basename(file)));
    for (const step of instructions('RUN')) {
      const here = step
        .replaceAll('/var/lib/rollcall', join(folder, 'data'))
        .replace('node:node', String(process.getuid?.()));
      const { status, stderr } = spawnSync('sh', ['-ec', here], {
        cwd: school,
        encoding: 'utf8',
        env: environment(),
      });
      if (status !== 0) throw new Error(`${here}\n${stderr}`);
    }
    const command = sample('production/install-package.sh');
    if (!instructions('RUN').some(step => step.endsWith(command.trim().split(' ').at(-1) ?? '')))
      throw new Error('The guide and the Dockerfile install different files.');
  } else {
    unpack(file, place);
    const { dependencies = {}, optionalDependencies = {} } = manifestIn(place);
    link(school, Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  bin = join(place, 'dist/rollcall-server.mjs');
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Starts it in the school's folder. @returns its address, and what ends it by SIGTERM and gives the exit code */
const start = async () => {
  const child = spawn(process.execPath, [bin], {
    cwd: join(folder, 'school'),
    env: environment({ ROLLCALL_PORT: String(await freePort()), ROLLCALL_CODE_RETRY_SECONDS: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /Rollcall is ready at (http:\/\/[\w.:]+?)\.(?:\s|$)/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', code => reject(new Error(`It ended with ${code}.\n${output}`)));
  });
  const end = () =>
    new Promise<number | null>(resolve => {
      child.once('exit', code => {
        running.delete(child);
        resolve(code);
      });
      child.kill('SIGTERM');
    });
  return { url, end };
};

const ACCOUNTS = '/tiger/v3/web/accounts';
const post = (url: string, path: string, body: object) =>
  fetch(`${url}${ACCOUNTS}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pid: 'rollcall', ...body }),
  });
/** Signs in by a code, which makes the account where there is none. @returns the account's id */
const signIn = async (url: string, phone_number: string): Promise<string> => {
  expect((await post(url, 'captcha/login/silence', { phone_number })).status).toBe(200);
  const messages = await (
    await fetch(`${url}/dev/messages.json`, { headers: { accept: 'application/json' } })
  ).text();
  const captcha = /\b\d{6}\b/.exec(messages.slice(messages.indexOf(phone_number)))?.[0];
  const answer = await post(url, 'phone/login/silence', { phone_number, captcha });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { auth: { account_id: string } } };
  return data.auth.account_id;
};

test('the manifest of @rollcall/server names exact versions, and no package of the repository', () => {
  const { dependencies = {}, optionalDependencies = {} } = manifestIn(
    join(folder, 'school/node_modules/@rollcall/server'),
  );
  const all = Object.entries({ ...dependencies, ...optionalDependencies });
  expect(all.length).toBeGreaterThan(20);
  expect(
    all.filter(
      ([name, version]) => name.startsWith('@rollcall/') || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    ),
  ).toEqual([]);
});

test.each([
  [['--help'], 0, 'Usage: rollcall-server'],
  [['--help'], 0, 'audit accept-checkpoints [HASH]\n'],
  [['--version'], 0, '0.1.0'],
  [['--prot', '80'], 64, 'Unknown argument: --prot'],
  [['constructor'], 64, 'Unknown argument: constructor'],
  [['audit'], 2, 'Usage: rollcall-server audit verify'],
  [['audit', 'verify', 'more'], 2, 'Usage: rollcall-server audit verify'],
  [['sample', '--days', 'many'], 1, '--days takes a whole number'],
  [['sample', '--dyas', '3'], 1, 'Usage: rollcall-server sample'],
  [['sample'], 1, 'No server runs on this data'],
])('the command %j ends with %i and an explanation', (args, code, words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: join(folder, 'school'),
    encoding: 'utf8',
    env: environment(),
  });
  expect(status).toBe(code);
  expect(args[0] === 'audit' || code === 0 ? stdout : stderr).toContain(words);
  expect(readdirSync(join(folder, 'school'))).not.toContain('.rollcall');
});

test("the Dockerfile passes a linter, starts the package's program, and does not run as root", () => {
  expect(dockerfilelint.run('/', dockerfile)).toEqual([]);
  const [, ...entry] = commandOf(instructions('ENTRYPOINT')[0] ?? '');
  expect(entry.map(path => join(folder, 'school', path))).toEqual([bin]);
  expect(instructions('USER')).toEqual(['node']);
  const name = basename(file);
  expect(instructions('COPY')).toEqual([`${name} ./`]);
  for (const text of [sample('production/install-package.sh'), dockerfile]) expect(text).toContain(name);
  expect(sample('production/container.sh')).toContain(`-v rollcall:${instructions('VOLUME')[0]}`);
  expect(instructions('ENV')[0]).toContain(`ROLLCALL_DATA=${instructions('VOLUME')[0]}`);
});

test('@rollcall/server starts in an empty folder, serves pages and console, keeps its data over a restart, and ends by SIGTERM', async () => {
  const first = await start();
  for (const path of ['/sign-in', '/sign-up', '/account', '/console', '/openapi.json']) {
    const answer = await fetch(`${first.url}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const page = await (await fetch(`${first.url}/sign-in`)).text();
  const [, script = ''] = /src="(\/static\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(`${first.url}${script}`)).status).toBe(200);
  const [, ...check] = commandOf(instructions('HEALTHCHECK')[0] ?? '');
  const healthy = (url: string) =>
    new Promise(resolve => {
      const args = check.map(text => text.replace('http://127.0.0.1:8080', url));
      spawn(process.execPath, args, { stdio: 'ignore' }).once('exit', resolve);
    });
  expect(await healthy(first.url)).toBe(0);
  const id = await signIn(first.url, '13800000001');
  expect(await first.end()).toBe(0);
  expect(await healthy(first.url)).toBe(1);
  expect(existsSync(join(folder, 'school/.rollcall/postgres'))).toBe(true);

  const second = await start();
  expect(await signIn(second.url, '13800000001')).toBe(id);
  // The commands beside it, with its data folder.
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      cwd: join(folder, 'school'),
      encoding: 'utf8',
      env: environment(),
    });
    return { status, output: stdout + stderr };
  };
  expect(run('audit', 'verify')).toEqual({ status: 0, output: expect.stringContaining('The chain holds.') });
  expect(run('audit', 'accept-checkpoints')).toMatchObject({ status: 0 });
  // The pages name the commands as this installation has them.
  const consolePage = await (await fetch(`${second.url}/console`)).text();
  expect(JSON.parse(/id="settings">(.*?)<\/script>/.exec(consolePage)?.[1] ?? '{}')).toMatchObject({
    sample: {
      make: 'npx --no-install rollcall-server sample',
      remove: 'npx --no-install rollcall-server sample --remove',
    },
  });
  const made = run('sample', '--days', '14', '--pupils', '30');
  expect(made).toEqual({
    status: 0,
    output: expect.stringMatching(
      /^Made sample data in .*: [\d,]+ events, .* rollcall-server sample --remove\n$/s,
    ),
  });
  const [, events = ''] = /: ([\d,]+) events/.exec(made.output) ?? [];
  expect(run('sample', '--remove')).toEqual({
    status: 0,
    output: expect.stringContaining(`Removed ${events} events`),
  });
  expect(await second.end()).toBe(0);
  expect(run('audit', 'verify')).toMatchObject({ status: 0 });
});

/** Starts a command of npx, and ends it with all that it started. @returns its output until it was ready */
const ready = async (args: string[], cwd: string): Promise<string> => {
  const child = spawn('npx', args, {
    cwd,
    env: environment({ ROLLCALL_PORT: '0', npm_config_offline: 'true' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  try {
    return await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk.toString();
        const [, url] = /Rollcall is ready at (http:\/\/[\w.:]+?)\.(?:\s|$)/.exec(output) ?? [];
        if (url) resolve(url);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', code => reject(new Error(`${args.join(' ')} ended with ${code}.\n${output}`)));
    }).then(async url => {
      expect((await fetch(`${url}/sign-in`)).status).toBe(200);
      return output;
    });
  } finally {
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  }
};

// Without a network: npm has in its cache what it installed above.
test.runIf(process.env['ROLLCALL_SERVER_PACKAGE'] === 'npm')(
  'npx starts @rollcall/server by name if installed, and from its file in an empty folder',
  async () => {
    await ready(['--no-install', '@rollcall/server'], join(folder, 'school'));
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    copyFileSync(file, join(empty, basename(file)));
    await ready(['--yes', `./${basename(file)}`], empty);
    expect(existsSync(join(empty, '.rollcall/postgres'))).toBe(true);
    expect(readdirSync(empty).sort()).toEqual(['.rollcall', basename(file)]);
  },
);
