/**
 * A site of its own that reports to the server: pages with the usage library, on another origin than the collector's, so
 * that they can be opened while the server is down.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { Usage } from '@rollcall/usage';

const script = `
import { createUsage, } from '@rollcall/usage';
import { createUsage as createCore } from '@rollcall/usage/core';
import { persistence } from '@rollcall/usage/persistence';
const query = new URLSearchParams(location.search);
const params = { product_code: query.get('product') ?? 'ends', url: query.get('to'), ip: false };
const most = query.get('most');
window.usage = most ? createCore(params, undefined, persistence(undefined, Number(most))) : createUsage(params);
window.usage.setUser(query.get('user') ?? undefined);
/** Reports one event, and where the library took it, tells the test so by a way that no page end stands in. */
window.record = text => {
  const serial = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const taken = window.usage.track('ends', { serial, text });
  if (taken) window.accepted?.(serial);
  else window.refused?.();
  return taken;
};
const steps = Number(query.get('steps') ?? 0);
if (steps > 0) {
  const few = 1 + steps % 3;
  for (let index = 0; index < few; index++) window.record();
  // Every 25th page has more than beacons may carry.
  if (steps % 25 === 0) for (let index = 0; index < 80; index++) window.record('x'.repeat(1000));
  setTimeout(() => {
    window.record();
    query.set('steps', String(steps - 1));
    location.search = query.toString();
    // The page is not over yet.
    window.record();
  // Most end in their first moments; the one after the full one stays until what that left is sent.
  }, steps % 25 === 24 ? 8000 : (steps * 97) % 640);
}
`;

declare global {
  interface Window {
    usage: Usage;
    record(text?: string): boolean;
    accepted?(serial: string): void;
    refused?(): void;
  }
}

export interface Site {
  /** A page's address. `steps`: navigates to another page by itself so many times. */
  page(query: { to: string; user?: string; product?: string; steps?: number; most?: number }): string;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: join(import.meta.dirname, '../../apps/web') },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['@rollcall/source'],
    logLevel: 'error',
  });
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      'cache-control': isScript ? 'max-age=3600' : 'no-cache',
    });
    response.end(
      isScript
        ? outputFiles[0]?.text
        : '<!doctype html><html lang="en"><title>site</title><link rel="icon" href="data:,"><script src="/page.js"></script>',
    );
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    page: query =>
      `http://127.0.0.1:${port}/?${new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      )}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The number of events that pages record in so many navigations: see the script. */
export const eventsOf = (steps: number): number =>
  Array.from({ length: steps }, (_, index) => index + 1).reduce(
    (sum, step) => sum + (1 + (step % 3)) + (step % 25 === 0 ? 80 : 0) + 2,
    0,
  );

/** Grants every kind, once for the profile. */
export const agree = (page: Page): Promise<void> =>
  page.evaluate(() => window.usage.consent.grant(['event', 'view', 'user', 'app', 'device'], '1'));

/** Events that wait on this page, and those in the storage that all pages of the site share. */
const left = (page: Page): Promise<number> =>
  page.evaluate(
    prefix =>
      new Promise<number>(resolve => {
        const name = `${prefix}records`;
        const rest = (stored: number) =>
          resolve(
            stored +
              Object.keys(localStorage).filter(key => key.startsWith(`${prefix}rest`)).length +
              window.usage.stats().waiting,
          );
        const open = indexedDB.open(name);
        // Nothing is made here, which would be in the library's way.
        open.addEventListener('upgradeneeded', () => open.transaction?.abort());
        open.addEventListener('error', () => rest(0));
        open.addEventListener('success', () => {
          const count = open.result.transaction(name).objectStore(name).count();
          count.addEventListener('success', () => {
            open.result.close();
            rest(count.result);
          });
        });
      }),
    `usage.prod.${new URL(page.url()).searchParams.get('product') ?? 'ends'}.`,
  );

/** Waits until no event waits; events of closed pages are searched for once a minute. */
export const calm = async (page: Page): Promise<void> => {
  // Each poll is a round trip to the page, during which it continues.
  while ((await left(page)) > 0);
};
