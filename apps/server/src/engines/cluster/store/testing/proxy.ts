/** A server between a store and ClickHouse, which breaks the connection at a chosen request. */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it is passed on, lost on its way, or its answer is. */
type Fate = 'pass' | 'lost' | 'unanswered';

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** @param fate of each request, by its statement; it may wait */
export const startProxy = async (
  target: string,
  fate: (statement: string) => Fate | Promise<Fate>,
): Promise<Proxy> => {
  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const inUrl = new URL(incoming.url ?? '/', target).searchParams.get('query');
      void (async () => {
        const what = await fate(inUrl ?? body.toString());
        if (what === 'lost') {
          incoming.socket.destroy();
          return;
        }
        const { host: _, connection: __, ...headers } = incoming.headers;
        const onward = send(new URL(incoming.url ?? '/', target), {
          method: incoming.method ?? 'POST',
          headers,
          agent: false,
        });
        onward.on('error', () => incoming.socket.destroy());
        onward.on('response', response => {
          if (what === 'unanswered') {
            response.resume().on('end', () => incoming.socket.destroy());
            return;
          }
          answer.writeHead(response.statusCode ?? 500, response.headers);
          response.pipe(answer);
        });
        onward.end(body);
      })();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
