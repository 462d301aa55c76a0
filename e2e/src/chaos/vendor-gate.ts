/** Stands between the server and the simulated vendors, and lets some of them fail as no protocol says. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds after which a slow vendor answers. */
const LATE = 30_000;

/** How a vendor fails, in words. */
export const failures = [
  'answers after 30 s',
  'answers 500',
  'answers garbage',
  'resets connections',
] as const;
export type Failure = (typeof failures)[number];

export interface VendorGate {
  readonly url: string;
  /** Requests whose path begins with one of these fail from now on, and no others. */
  fail(paths: readonly string[], how: Failure): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param target the URL of the simulators */
export const startVendorGate = async (target: string): Promise<VendorGate> => {
  const { hostname, port } = new URL(target);
  let failing: { readonly paths: readonly string[]; readonly how: Failure } | undefined;
  const server = createServer((asked, answer) => {
    const { url: path = '/', method, headers, socket } = asked;
    const pass = () => {
      const passed = request({ hostname, port, path, method, headers }, from => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      });
      passed.once('error', () => socket.destroy());
      asked.pipe(passed);
    };
    const how = failing?.paths.some(begin => path.startsWith(begin)) ? failing.how : undefined;
    if (how === undefined) return pass();
    if (how === 'resets connections') return void socket.resetAndDestroy();
    if (how === 'answers 500')
      return void answer
        .writeHead(500, { 'content-type': 'text/html' })
        .end('<h1>Internal Server Error</h1>');
    if (how === 'answers garbage')
      return void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"Response": {"\u0000<');
    const late = setTimeout(pass, LATE);
    socket.once('close', () => clearTimeout(late));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (paths, how) => {
      failing = { paths, how };
    },
    mend: () => {
      failing = undefined;
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
