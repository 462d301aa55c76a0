/**
 * `npm start`: sets up what is missing, then runs the server in this process, so that signals reach it.
 *
 * In the development environment what is not configured is simulated beside it: WeChat and QQ, and the vendors of human
 * verification, so that every way to sign in and every challenge can be tried. The server knows no more of it than other
 * base URLs.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.chdir(root);
const load = file => import(pathToFileURL(join(root, file)));

const { env } = process;
const { simulatedHumanVerification, simulatedThirdParties } = await load('tools/simulated.mjs');
const missing = [
  ['WeChat and QQ', !env.ROLLCALL_WECHAT_APPS && !env.ROLLCALL_QQ_APPS, simulatedThirdParties],
  ['the vendors of human verification', !env.ROLLCALL_CAPTCHA_VENDORS, simulatedHumanVerification],
].filter(([, isMissing]) => isMissing);
if ((env.ROLLCALL_ENV || 'dev') === 'dev' && missing.length > 0 && env.ROLLCALL_SIMULATORS !== 'off') {
  const { startSimulators } = await load('apps/simulators/dist/start.mjs');
  // Any free port: two checkouts may run side by side.
  const { url } = await startSimulators({ config: { port: 0 } });
  for (const [, , variables] of missing) Object.assign(env, variables(url));
  console.log(`Simulated: ${missing.map(([name]) => name).join('; ')}. Their switches are at ${url}/control`);
}
await load('apps/server/dist/main.mjs');
