/** WebKitGTK as Debian has it: MiniBrowser on a screen of its own (Xvfb), by WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Engine, EnginePage, Key } from './engine.ts';

const DRIVER = process.env['ROLLCALL_WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver';
const BROWSER =
  process.env['ROLLCALL_WEBKIT_BROWSER'] ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** The name of an element's id in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebDriver's characters for keys. */
const KEYS: Record<Key, string> = {
  Home: '\uE011',
  End: '\uE010',
  PageUp: '\uE00E',
  ArrowRight: '\uE014',
  Enter: '\uE007',
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

/** A screen in memory. @returns its process and name */
const startScreen = async (): Promise<{ process: ChildProcess; display: string }> => {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const numbers = screen.stdio[3];
  if (!numbers) throw new Error('Xvfb says no number.');
  const [number] = (await once(numbers, 'data')) as [Buffer];
  return { process: screen, display: `:${number.toString().trim()}` };
};

/** @param language of the pages: `zh-CN` or `en` */
export const launchWebkit = async (language: string): Promise<Engine> => {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      // WebKit asks for pages in the system's language
      LANG: language === 'en' ? 'en_US.UTF-8' : 'zh_CN.UTF-8',
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
  });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value as T;
  };
  const begin = async () => {
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } },
    };
    for (let tries = 0; ; tries++) {
      try {
        return await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
          'POST',
          '/session',
          {
            capabilities,
          },
        );
      } catch (error) {
        // it does not listen yet
        if (!(error instanceof TypeError) || tries > 100) throw error;
        await new Promise(resolve => {
          setTimeout(resolve, 100);
        });
      }
    }
  };
  const { sessionId, capabilities } = await begin();
  const base = `/session/${sessionId}`;
  /** Commands are about the current window, so those of all pages stand in one line. */
  let line: Promise<unknown> = Promise.resolve();
  const inWindow = <T>(handle: string, work: () => Promise<T>): Promise<T> => {
    const done = line.then(async () => {
      await ask('POST', `${base}/window`, { handle });
      return work();
    });
    line = done.catch(() => undefined);
    return done;
  };
  const element = async (selector: string): Promise<string> =>
    (
      await ask<Record<string, string>>('POST', `${base}/element`, { using: 'css selector', value: selector })
    )[ELEMENT] ?? '';
  const pageOf = (handle: string): EnginePage => ({
    open: address => inWindow(handle, () => ask('POST', `${base}/url`, { url: address })),
    read: expression =>
      inWindow(handle, () =>
        ask('POST', `${base}/execute/async`, {
          script: `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then(done, error => done({ failed: String(error) }));`,
          args: [],
        }),
      ),
    type: (selector, text) =>
      inWindow(handle, async () => {
        const field = await element(selector);
        await ask('POST', `${base}/element/${field}/clear`, {});
        await ask('POST', `${base}/element/${field}/value`, { text });
      }),
    keys: (selector, ...keys) =>
      inWindow(handle, async () =>
        ask('POST', `${base}/element/${await element(selector)}/value`, {
          text: keys.map(key => KEYS[key]).join(''),
        }),
      ),
    press: selector =>
      inWindow(handle, async () => ask('POST', `${base}/element/${await element(selector)}/click`, {})),
    picture: () =>
      inWindow(handle, async () => Buffer.from(await ask<string>('GET', `${base}/screenshot`), 'base64')),
    close: () => inWindow(handle, () => ask('DELETE', `${base}/window`)),
  });
  // The session ends with its last window, so the first stays.
  const first = await ask<string>('GET', `${base}/window`);
  await ask('POST', `${base}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    newPage: async () => {
      // a tab in the background is not drawn
      const { handle } = await inWindow(first, () =>
        ask<{ handle: string }>('POST', `${base}/window/new`, { type: 'window' }),
      );
      return pageOf(handle);
    },
    close: async () => {
      await line;
      await ask('DELETE', base).catch(() => undefined);
      for (const child of [driver, screen.process]) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    },
  };
};
