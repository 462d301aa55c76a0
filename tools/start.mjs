/**
 * `npm start`: sets up what is missing, then runs the server in this process, so that signals reach it.
 *
 * In the development environment, and only where no third party is configured, WeChat and QQ are simulated beside it,
 * so that every way to sign in can be tried. The server knows no more of it than other base URLs.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.chdir(root);
const load = file => import(pathToFileURL(join(root, file)));

const { env } = process;
const development = (env.ROLLCALL_ENV || 'dev') === 'dev';
if (development && !env.ROLLCALL_WECHAT_APPS && !env.ROLLCALL_QQ_APPS && env.ROLLCALL_SIMULATORS !== 'off') {
  const { startSimulators } = await load('apps/simulators/dist/start.mjs');
  const { simulatedThirdParties } = await load('tools/simulated.mjs');
  // Any free port: two checkouts may run side by side.
  const { url } = await startSimulators({ config: { port: 0 } });
  Object.assign(env, simulatedThirdParties(url));
  console.log(`WeChat and QQ are simulated; their switches are at ${url}/control`);
}
await load('apps/server/dist/main.mjs');
