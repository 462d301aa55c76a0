#!/usr/bin/env node
/**
 * `rollcall-server`: the server with its pages, from the published package. It stands in the package's `dist`, beside
 * the built server.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HELP = `Usage: rollcall-server [--help] [--version]

Starts Rollcall on http://127.0.0.1:8080, with a database of its own. Outside production what is not configured, such
as WeChat, is simulated, and the codes that it sends are shown at /dev/messages.

It is configured by environment variables:
  ROLLCALL_PORT, ROLLCALL_HOST  where it listens; default: 8080 on 127.0.0.1
  ROLLCALL_DATA                 the data folder; default: .rollcall in this folder
  ROLLCALL_DATABASE_URL         a PostgreSQL of your own; default: the embedded one, in the data folder
  ROLLCALL_ENV                  prod for production, which names what else it needs
The others are in docs/configuration.md of the repository.`;

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  console.log(HELP);
  process.exit(0);
}
if (argument === '--version') {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
  process.exit(0);
}
if (argument !== undefined) {
  console.error(`Unknown argument: ${argument}\n\n${HELP}`);
  // EX_USAGE of sysexits.h.
  process.exit(64);
}

const { env } = process;
env.ROLLCALL_DATA ||= '.rollcall';
env.ROLLCALL_WEB ||= fileURLToPath(new URL('./web', import.meta.url));
/** A file that stands beside this one in the package, and not in the repository. */
const load = path => import(new URL(path, import.meta.url).href);
const { simulateMissing } = await load('./simulated.mjs');
await simulateMissing(env, () => load('./simulators/start.mjs'));
await load('./main.mjs');
