/** For tests: a client that is told of logouts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** What it answers from now on. @default 200 */
  status: number;
  /** The logout token that it is told next, or was told since the last call. */
  next(): Promise<string>;
  /** How many it was told. */
  readonly count: number;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const told: string[] = [];
  const waiting: ((token: string) => void)[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += String(chunk);
    });
    request.on('end', () => {
      response.statusCode = receiver.status;
      response.end();
      count += 1;
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      const first = waiting.shift();
      if (first) first(token);
      else told.push(token);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`,
    status: 200,
    next: () => {
      const first = told.shift();
      return first === undefined
        ? new Promise<string>(resolve => void waiting.push(resolve))
        : Promise.resolve(first);
    },
    get count() {
      return count;
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
  return receiver;
};
