/** For tests: the common part of the servers that simulate vendors. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a vendor took. */
export interface Accepted {
  readonly to: string;
  readonly template?: string;
  /** The whole request or mail, as the vendor saw it. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** well: as the protocol says. hang: no answer ever. cut: the connection ends. page: a proxy's HTML. Or a documented error. */
export type Behaviour =
  | 'well'
  | 'hang'
  | 'cut'
  | 'page'
  | { readonly code: string; readonly message?: string };

export interface Gateway {
  readonly url: string;
  readonly accepted: Accepted[];
  behaviour: Behaviour;
  /** Connections that are open. */
  open(): number;
  stop(): Promise<void>;
}

export interface Served {
  readonly status?: number;
  readonly body: object;
}

/**
 * Serves a vendor's protocol on a free port of this machine.
 * @param answer checks the request and answers it by the behaviour; only asked where there is an answer in the protocol
 */
export const serveGateway = async (
  answer: (request: IncomingMessage, body: string, behaviour: Behaviour, accepted: Accepted[]) => Served,
): Promise<Gateway> => {
  const accepted: Accepted[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { behaviour } = gateway;
    if (behaviour === 'hang') return;
    if (behaviour === 'cut') request.socket.destroy();
    else if (behaviour === 'page')
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    else {
      const { status = 200, body: answered } = answer(request, body, behaviour, accepted);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  let connections = 0;
  server.on('connection', socket => {
    connections += 1;
    socket.on('close', () => {
      connections -= 1;
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    behaviour: 'well',
    open: () => connections,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return gateway;
};
