/**
 * `ROLLCALL_SLOW=4`: pages whose scripts run so many times slower, before a server that is far away and answers in any order. It shows
 * tests that pass by their timing alone; what browsers cache and how pages end stays as it is.
 */
import type { Browser, BrowserContext } from 'playwright-core';

const times = Number(process.env['ROLLCALL_SLOW'] ?? 0);
export const slow = times > 0;

/** Milliseconds after which a request reaches the server: a random number between these. */
const [NEAR, FAR] = [20, 400];

const script = `import{Server}from'node:http';const{emit}=Server.prototype;Server.prototype.emit=function(name,...more){
if(name!=='request')return emit.call(this,name,...more);
setTimeout(()=>emit.call(this,name,...more),${NEAR}+Math.random()*${FAR - NEAR});return true}`;

/** The environment of a server that is far away. */
export const farAway = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  ...env,
  NODE_OPTIONS: [env['NODE_OPTIONS'], `--import=data:text/javascript,${encodeURIComponent(script)}`].join(
    ' ',
  ),
});

const slowPages = (context: BrowserContext): BrowserContext => {
  const { newPage } = context;
  context.newPage = async () => {
    const page = await newPage.call(context);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
    return page;
  };
  return context;
};

/** Slows every page down that the browser opens from now on. */
export const slowBrowser = (browser: Browser): void => {
  const { newContext } = browser;
  browser.newContext = async options => slowPages(await newContext.call(browser, options));
};
