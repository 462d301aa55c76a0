#!/usr/bin/env node
/**
 * `rollcall-server`: the server with its pages, from the published package. It stands in the package's `dist`, beside
 * the built server.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HELP = `Usage: rollcall-server [--help] [--version]
       rollcall-server audit verify
       rollcall-server audit accept-checkpoints [HASH]
       rollcall-server move [--check] OLD.env
       rollcall-server sample [--remove | --days N --pupils N --seed N]

Starts Rollcall on http://127.0.0.1:8080, with a database of its own. Outside production what is not configured, such
as WeChat, is simulated, and the codes that it sends are shown at /dev/messages.

audit verify checks that no entry of the audit log was changed or removed; accept-checkpoints shows the
checkpoints of a lost ROLLCALL_SECRET, and with the hash of the last one signs them anew. move brings a school from the
embedded engines, which the variables in OLD.env describe, to those of the environment. sample fills the usage and
monitoring pages of the running server with made-up data.

It is configured by environment variables, and the commands by those of the server:
  ROLLCALL_PORT, ROLLCALL_HOST  where it listens; default: 8080 on 127.0.0.1
  ROLLCALL_DATA                 the data folder; default: .rollcall in this folder
  ROLLCALL_DATABASE_URL         a PostgreSQL of your own; default: the embedded one, in the data folder
  ROLLCALL_ENV                  prod for production, which names what else it needs
The others are in docs/configuration.md of the repository.`;

const [argument, ...more] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  console.log(HELP);
  process.exit(0);
}
if (argument === '--version') {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
  process.exit(0);
}

const { env } = process;
env.ROLLCALL_DATA ||= '.rollcall';
/** A file that stands beside this one in the package, and not in the repository. */
const load = path => import(new URL(path, import.meta.url).href);

const commands = {
  audit: async () => {
    const { auditCommand } = await load('./audit.mjs');
    return auditCommand(more, env, text => void process.stdout.write(text), 'rollcall-server audit');
  },
  move: async () => {
    const { moveCommand } = await load('./move.mjs');
    return moveCommand(more, env, text => void process.stdout.write(text), 'rollcall-server move');
  },
  sample: async () => {
    const { sampleCommand } = await load('./sample-command.mjs');
    const program = 'rollcall-server sample';
    return sampleCommand(more, { data: env.ROLLCALL_DATA, program, start: 'rollcall-server' });
  },
};
const serve = async () => {
  env.ROLLCALL_WEB ||= fileURLToPath(new URL('./web', import.meta.url));
  const { simulateMissing } = await load('./simulated.mjs');
  await simulateMissing(env, () => load('./simulators/start.mjs'));
  await load('./main.mjs');
};
const known = Object.hasOwn(commands, argument ?? '') ? commands[argument] : undefined;
const command = argument === undefined ? serve : known;
if (!command) {
  console.error(`Unknown argument: ${argument}\n\n${HELP}`);
  // EX_USAGE of sysexits.h.
  process.exit(64);
}
process.exitCode = await command();
