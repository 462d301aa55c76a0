#!/usr/bin/env node
/** `rollcall-source-maps`: uploads the source maps of a built site to a Rollcall server, by release. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const HELP = `Usage: rollcall-source-maps upload --release RELEASE --url URL [--base PATH] [--delete] FOLDER

Uploads the source map of each script in FOLDER, so that errors are shown with file, line and function of the sources.
Run it after the build, before the release is served.

  --release  the release that the pages name: start({ release })
  --url      of the Rollcall server, like https://accounts.school.example
  --base     the path under which FOLDER is served; default: /
  --delete   deletes the maps from FOLDER once all were taken, so that they are not published

ROLLCALL_SOURCE_MAP_SECRET is the product's secret of the server's ROLLCALL_SOURCE_MAP_SECRETS.`;

/** How often a server that is busy is asked. */
const ATTEMPTS = 5;
const LONGEST_PAUSE = 30;

/** EX_USAGE of sysexits.h. */
const wrong = problem => {
  console.error(`${problem}\n\n${HELP}`);
  process.exit(64);
};

const read = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        release: { type: 'string' },
        url: { type: 'string' },
        base: { type: 'string', default: '/' },
        delete: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return wrong(error.message);
  }
};

const { values, positionals } = read();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [command, folder, ...more] = positionals;
const { release, url, base } = values;
const secret = process.env.ROLLCALL_SOURCE_MAP_SECRET;
if (command !== 'upload' || !folder || more.length > 0) wrong('One folder is uploaded.');
if (!release || !/^[\w.+-]{1,64}$/.test(release))
  wrong('--release has 1 to 64 letters, digits, ".", "_", "+" and "-".');
if (!url || !URL.canParse(url)) wrong('--url is the URL of the server.');
if (!base.startsWith('/')) wrong('--base begins with /.');
if (!secret) wrong('ROLLCALL_SOURCE_MAP_SECRET is not set.');

/** The scripts of the folder that have a map beside them. */
const scriptsWithMaps = () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name));
  const all = new Set(files);
  return files.filter(file => /\.m?js$/.test(file) && all.has(`${file}.map`)).sort();
};

const pause = seconds => new Promise(resolve => setTimeout(resolve, seconds * 1000));

const upload = async (script, file) => {
  const address = new URL('/monitor/v1/source-maps', url);
  address.search = new URLSearchParams({ release, script });
  const body = gzipSync(readFileSync(`${file}.map`));
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(address, {
      method: 'PUT',
      redirect: 'error',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/gzip' },
      body,
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text).data.stored ? 'uploaded' : 'kept already';
    if (answer.status !== 503 || attempt === ATTEMPTS) {
      const { msg = '' } = /^\s*\{/.test(text) ? JSON.parse(text) : {};
      throw new Error(`refused with ${answer.status}${msg && `: ${msg}`}`);
    }
    await pause(Math.min(LONGEST_PAUSE, Number(answer.headers.get('retry-after')) || attempt));
  }
};

const main = async () => {
  const files = scriptsWithMaps();
  if (files.length === 0) {
    console.error(`No script in ${folder} has a map (NAME.js.map) beside it: build with source maps.`);
    return 1;
  }
  for (const file of files) {
    const script = `${base.replace(/\/*$/, '/')}${encodeURI(relative(folder, file).split(sep).join('/'))}`;
    try {
      console.log(`${script}: ${await upload(script, file)}`);
    } catch (error) {
      console.error(`${script}: ${error.cause?.code ?? error.message}`);
      return 1;
    }
  }
  if (values.delete) for (const file of files) rmSync(`${file}.map`);
  console.log(`Release ${release}: ${files.length} source maps.`);
  return 0;
};

process.exitCode = await main().catch(error => {
  console.error(error.message);
  return 1;
});
