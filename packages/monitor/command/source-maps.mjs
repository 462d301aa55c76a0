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

/** How often a map is sent to a server that is busy or does not answer. */
const ATTEMPTS = 5;
/** Seconds. */
const LONGEST_PAUSE = 30;
const TIMEOUT = 120;
/** Busy, or a proxy before a server that starts. */
const AGAIN = new Set([429, 502, 503, 504]);
/** No other map would be taken either. */
const OF_ALL = new Set([401, 403, 404]);

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

/** A problem that every other map would have too. */
class Stop extends Error {}

/** The map as it is sent: without the text of the sources, which the server does not keep. */
const bodyOf = file => {
  let map;
  try {
    map = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error('its map is no JSON');
  }
  return gzipSync(JSON.stringify({ ...map, sourcesContent: undefined }));
};

/** One attempt. A connection that failed, was cut or timed out is `failed`. */
const send = async (address, body) => {
  try {
    const answer = await fetch(address, {
      method: 'PUT',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT * 1000),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/gzip' },
      body,
    });
    return { answer, text: await answer.text() };
  } catch (error) {
    return { failed: error.cause?.code ?? error.cause?.message ?? error.message };
  }
};

const upload = async (script, file) => {
  const address = new URL('/monitor/v1/source-maps', url);
  address.search = new URLSearchParams({ release, script });
  const body = bodyOf(`${file}.map`);
  for (let attempt = 1; ; attempt += 1) {
    const { answer, text, failed } = await send(address, body);
    if (answer?.ok) return JSON.parse(text).data.stored ? 'uploaded' : 'kept already';
    if (attempt < ATTEMPTS && (failed || AGAIN.has(answer.status))) {
      const seconds = Number(answer?.headers.get('retry-after') ?? attempt);
      await pause(Math.min(LONGEST_PAUSE, seconds >= 0 ? seconds : attempt));
      continue;
    }
    if (failed) throw new Stop(failed);
    const { msg = '' } = /^\s*\{/.test(text) ? JSON.parse(text) : {};
    const problem = `refused with ${answer.status}${msg && `: ${msg}`}`;
    throw OF_ALL.has(answer.status) ? new Stop(problem) : new Error(problem);
  }
};

const main = async () => {
  const files = scriptsWithMaps();
  if (files.length === 0) {
    console.error(`No script in ${folder} has a map (NAME.js.map) beside it: build with source maps.`);
    return 1;
  }
  let refused = 0;
  for (const file of files) {
    const script = `${base.replace(/\/*$/, '/')}${encodeURI(relative(folder, file).split(sep).join('/'))}`;
    try {
      console.log(`${script}: ${await upload(script, file)}`);
    } catch (error) {
      console.error(`${script}: ${error.message}`);
      if (error instanceof Stop) return 1;
      refused += 1;
    }
  }
  if (refused > 0) {
    console.error(
      `Release ${release}: ${refused} of ${files.length} source maps were refused; none was deleted.`,
    );
    return 1;
  }
  if (values.delete) for (const file of files) rmSync(`${file}.map`);
  console.log(`Release ${release}: ${files.length} source maps.`);
  return 0;
};

process.exitCode = await main().catch(error => {
  console.error(error.message);
  return 1;
});
