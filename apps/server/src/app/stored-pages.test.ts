/** What operators set of the pages: on the pages of another process after its next look, phrases rendered once in each. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageSettings } from '@rollcall/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../features/accounts/testing.ts';
import { type TestConsole, testConsole } from '../features/console/testing/console.ts';
import { type TestServer, testServer } from './testing.ts';

const page =
  '<!doctype html><html data-theme=""><head><title>点名册</title></head><a data-brand=""><svg></svg><span>点名册</span></a><script type="application/json" id="settings">{}</script></html>';
/** In the place of the build's module; it notes each rendering. */
const prerender = (notes: string) => `
import { appendFileSync } from 'node:fs';
export const catalogue = () => ({ 'signIn.title': { text: 'Sign in' } });
export const ownDocuments = (build, trees) => {
  appendFileSync(${JSON.stringify(notes)}, '.');
  return { html: {}, words: trees };
};`;

let web: string;
let notes: string;
let one: TestConsole;
let other: TestServer;
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'rollcall-web-'));
  notes = join(web, 'notes');
  for (const folder of ['pages', 'static', 'prerender']) mkdirSync(join(web, folder));
  for (const language of ['zh-CN', 'en']) writeFileSync(join(web, `pages/sign-in.${language}.html`), page);
  writeFileSync(join(web, 'prerender/web.json'), '{}');
  writeFileSync(join(web, 'prerender/web.mjs'), prerender(notes));
  writeFileSync(notes, '');
  const env = { ROLLCALL_WEB: web };
  one = await testConsole(env);
  other = await testServer({ beside: one.server, now: one.server.now, env });
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
  rmSync(web, { recursive: true });
});

const cookie = () => one.cookies.admin;
const set = async (name: string, value: string) => {
  const { groups } = await one.call('listSettings', { cookie: cookie() });
  const version = groups.flatMap(({ settings }) => settings).find(row => row.name === name)?.stored?.version;
  const changes = [{ name, value, version: version ?? 0 }];
  await one.call('changeSettings', { cookie: cookie(), body: { changes } });
};
const shown = async (server: TestServer): Promise<PageSettings> => {
  const { text } = await server.ask('GET', '/sign-in');
  return JSON.parse(/id="settings">(.*?)<\/script>/.exec(text)?.[1] ?? '') as PageSettings;
};
const look = (server: TestServer) =>
  server.jobs.find(({ name }) => name === 'take up settings')?.run(server.now());
const rendered = () => readFileSync(notes, 'utf8').length;

test('ways and the mark stand on the pages of both', async () => {
  expect((await shown(other)).ways).toContain('code');
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#1f4b8f' } })
    .png()
    .toBuffer();
  const body = { picture: picture.toString('base64') };
  const { mark } = await one.call('uploadMark', { cookie: cookie(), body });
  await set('ROLLCALL_MARK', mark);
  await set('ROLLCALL_SIGN_IN_WAYS', 'password');
  expect(await shown(one.server)).toMatchObject({ mark, ways: ['password'] });
  await look(other);
  expect(await shown(other)).toMatchObject({ mark, ways: ['password'] });
});

test('phrases are rendered once in each process, and those that the pages do not have are refused', async () => {
  expect(rendered()).toBe(0);
  await set('ROLLCALL_PHRASES', '{"zh-CN": {"signIn.title": "回到星野"}}');
  await look(other);
  expect(rendered()).toBe(2);
  for (const server of [one.server, other])
    expect((await shown(server)).words, server.url).toMatchObject({ signIn: { title: '回到星野' } });
  expect(await refusalOf(set('ROLLCALL_PHRASES', '{"en": {"signIn.nothing": "No"}}'))).toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'ROLLCALL_PHRASES' } },
  });
  await set('ROLLCALL_NAME', '星野网校');
  await look(other);
  expect(rendered()).toBe(2);
});
