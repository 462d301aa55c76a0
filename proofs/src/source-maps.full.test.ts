/** A site is built, its source maps are uploaded by the command, and an error of it names file, line and function of its source. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rspack } from '@rspack/core';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';
import { type TestConsole, testConsole } from '../../apps/server/src/features/console/testing/console.ts';
import { root } from '../../tools/setup.mjs';

const SECRET = 'k8-the-build-of-the-school-0123456789-QwZx';
const SOURCE = `export function grade(pupil) {
  return pupil.marks.first;
}

grade(globalThis.pupil ?? {});
`;
let folder: string;
let tested: TestConsole;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'package.json'), '{"name":"school-site","type":"module"}');
  writeFileSync(join(folder, 'src/grade.js'), SOURCE);
  tested = await testConsole({ ROLLCALL_SOURCE_MAP_SECRETS: `school:${SECRET}` });
});
afterAll(async () => {
  await tested?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Of webpack and Rspack alike. */
const configuration = (path: string) => ({
  mode: 'production' as const,
  context: folder,
  entry: './src/grade.js',
  devtool: 'hidden-source-map' as const,
  output: { path: join(path, 'assets'), filename: '[name].[contenthash].js' },
});
type Done = (error: Error | null, stats?: { hasErrors(): boolean; toString(): string }) => void;
const finished = (build: (done: Done) => unknown) =>
  new Promise<void>((resolve, reject) => {
    build((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(),
    );
  });

const builds = {
  vite: (outDir: string) =>
    viteBuild({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir, sourcemap: 'hidden', rollupOptions: { input: join(folder, 'src/grade.js') } },
    }),
  webpack: (path: string) => finished(done => webpack(configuration(path), done)),
  rspack: (path: string) => finished(done => rspack(configuration(path), done)),
};

const command = (secret: string, ...args: string[]): Promise<{ code: number | null; text: string }> =>
  new Promise(resolve => {
    const child = spawn(process.execPath, [join(root, 'packages/monitor/command/source-maps.mjs'), ...args], {
      env: { ...process.env, ROLLCALL_SOURCE_MAP_SECRET: secret },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += String(chunk)));
    child.on('close', code => resolve({ code, text }));
  });

const groupsOf = async (q: string) =>
  (
    await tested.call('listErrorGroups', {
      cookie: tested.cookies.viewer,
      query: { product: 'school', q },
    })
  ).items;

test.each(['vite', 'webpack', 'rspack'] as const)(
  'errors of a site that %s built name its sources',
  async bundler => {
    const dist = join(folder, bundler);
    await builds[bundler](dist);
    const upload = (secret: string, ...more: string[]) =>
      command(secret, 'upload', '--release', bundler, '--url', tested.server.url, ...more, dist);
    const refused = await upload('another-secret-0123456789-0123456789');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('refused with 401') });
    const [name = ''] = readdirSync(join(dist, 'assets')).filter(file => file.endsWith('.js'));
    expect(await upload(SECRET)).toEqual({
      code: 0,
      text: `/assets/${name}: uploaded\nRelease ${bundler}: 1 source maps.\n`,
    });
    expect((await upload(SECRET, '--delete')).text).toContain(`/assets/${name}: kept already`);
    expect(readdirSync(join(dist, 'assets'))).toEqual([name]);
    expect((await upload(SECRET)).code).toBe(1);

    const script = readFileSync(join(dist, 'assets', name), 'utf8');
    const column = script.indexOf('.first') + 2;
    const frames = encodeURIComponent(`t@/assets/${name}:1:${column}`);
    await tested.server.ask(
      'GET',
      `/monitor/v1.gif?p=school&v=${bundler}&u=%2F&e=1!error!TypeError!broken%20by%20${bundler}!${frames}`,
    );
    await expect
      .poll(() => groupsOf(bundler))
      .toMatchObject([{ culprit: expect.stringMatching(/ \(src\/grade\.js:2\)$/) }]);
  },
);

test('the command goes on after a map that is refused, repeats what was cut or came too often, and sends no text of sources', async () => {
  const dist = join(folder, 'several');
  mkdirSync(dist);
  for (const name of ['a', 'b', 'c']) {
    writeFileSync(join(dist, `${name}.js`), '');
    const version = name === 'a' ? 2 : 3;
    const map = { version, sources: ['a.ts'], names: [], mappings: 'AAAA', sourcesContent: ['the text'] };
    writeFileSync(join(dist, `${name}.js.map`), JSON.stringify(map));
  }
  writeFileSync(join(dist, 'd.js'), '');
  writeFileSync(join(dist, 'd.js.map'), 'no JSON');
  const bodies: string[] = [];
  let requests = 0;
  // Before the server: cuts the first connection and refuses the second request.
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (requests === 1) return void request.socket.destroy();
    if (requests === 2) return void response.writeHead(429, { 'retry-after': '0' }).end();
    const body = await buffer(request);
    bodies.push(gunzipSync(body).toString());
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(tested.server.url + request.url, {
      method: 'PUT',
      headers: { authorization, 'content-type': type },
      body,
    });
    response.writeHead(answer.status).end(await answer.text());
  };
  const before = createServer((request, response) => void pass(request, response));
  await new Promise<void>(resolve => before.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = before.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const { code, text } = await command(SECRET, 'upload', '--release', 'r9', '--url', url, '--delete', dist);
    expect(code).toBe(1);
    for (const line of [
      '/a.js: refused with 400: This is no source map: "version" is not 3.',
      '/b.js: uploaded',
      '/c.js: uploaded',
      '/d.js: its map is no JSON',
      'Release r9: 2 of 4 source maps were refused; none was deleted.',
    ])
      expect(text).toContain(line);
    expect(bodies).toHaveLength(3);
    expect(bodies.join('')).not.toContain('the text');
    expect(readdirSync(dist)).toContain('b.js.map');
  } finally {
    before.close();
  }
});

test('the command says what is wrong with its arguments', async () => {
  expect(await command(SECRET, 'upload', folder)).toMatchObject({ code: 64 });
  expect(await command('', 'upload', '--release', 'r1', '--url', tested.server.url, folder)).toMatchObject({
    code: 64,
    text: expect.stringContaining('ROLLCALL_SOURCE_MAP_SECRET is not set.'),
  });
});
