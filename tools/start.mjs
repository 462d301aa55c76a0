/**
 * `npm start`: sets up what is missing, then runs the server in this process, so that signals reach it. In the development
 * environment what is not configured is simulated beside it. `npm start -- audit …` and `npm start -- move …` run an operator's command in place
 * of the server, as `rollcall-server` does.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

/** What these ask for stands among the development dependencies: most installations do without. */
const optional = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ROLLCALL_NATS_URL', 'ROLLCALL_CLICKHOUSE_URL'];
ensureInstalled(root, { development: optional.some(name => process.env[name]) });
// A trial on this machine is ready sooner without brotli, which takes half of the build; gzip is there.
ensureBuilt({ brotli: (process.env.ROLLCALL_ENV || 'dev') !== 'dev' });
process.chdir(root);
endWithNpm();
const load = file => import(pathToFileURL(join(root, file)));

const serve = async () => {
  const { simulateMissing } = await load('tools/simulated.mjs');
  await simulateMissing(process.env, () => load('apps/simulators/dist/start.mjs'));
  await load('apps/server/dist/main.mjs');
};
const write = text => void process.stdout.write(text);
const commands = {
  audit: async args => (await load('apps/server/dist/audit.mjs')).auditCommand(args, process.env, write),
  move: async args => (await load('apps/server/dist/move.mjs')).moveCommand(args, process.env, write),
};
const [name, ...args] = process.argv.slice(2);
if (name === undefined) await serve();
else if (Object.hasOwn(commands, name)) process.exitCode = await commands[name](args);
else {
  console.error(`Usage: npm start [-- ${Object.keys(commands).join('|')} …]`);
  process.exitCode = 1;
}
