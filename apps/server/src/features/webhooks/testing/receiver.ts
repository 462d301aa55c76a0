/** For tests: software that is told of events over HTTP, and checks the signature of each. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly account_id?: string;
    readonly changed?: readonly string[];
    readonly [name: string]: unknown;
  };
}

/** What it answers: a status, or where it leads to. */
type Answer = number | { readonly to: string };

export interface Receiver {
  readonly origin: string;
  readonly url: string;
  /** What it got, in the order of arrival; also what it did not take. */
  readonly messages: readonly Received[];
  /** What it answers from now on. @default 200 */
  answer: (message: Received) => Answer | Promise<Answer>;
  /** The first message that is so, once it is there. */
  next(is: (message: Received) => boolean): Promise<Received>;
  close(): Promise<void>;
}

/** @param tls the key and the certificate of a receiver by https */
export const startReceiver = async (tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<Receiver> => {
  const messages: Received[] = [];
  const waiting = new Set<() => void>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { headers } = request;
    const parsed = JSON.parse(body || '{}') as Pick<Received, 'type' | 'timestamp' | 'data'>;
    const message = { ...parsed, id: String(headers['webhook-id']), headers, body };
    messages.push(message);
    for (const look of waiting) look();
    const answer = await receiver.answer(message);
    if (typeof answer === 'number') response.statusCode = answer;
    else response.writeHead(307, { location: answer.to });
    response.end();
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void take(request, response);
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  const receiver: Receiver = {
    origin,
    url: `${origin}/rollcall`,
    messages,
    answer: () => 200,
    next: is =>
      new Promise(resolve => {
        const look = () => {
          const found = messages.find(is);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
  return receiver;
};

/** Whether one of a message's signatures is by the secret. */
export const isSignedBy = ({ id, headers, body }: Received, secret: string): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(id, at, body));
};
