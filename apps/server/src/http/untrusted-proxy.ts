/**
 * Detects a reverse proxy on this machine that is missing in ROLLCALL_TRUST_PROXY. Its requests would all have the IP
 * address 127.0.0.1, and limits by IP address would apply to all people together.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { headers as contractHeaders } from '@rollcall/contract';
import type { Logger } from 'pino';
import { refusalAnswer } from './answers.ts';
import type { HttpSettings } from './settings.ts';
import { plainAddress, trustOf } from './trust.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string): boolean =>
  address !== '' && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Refused requests between two log lines. */
const LOG_EVERY = 1000;

/**
 * Returns the check, which in production answers 503 (TooBusy) to requests with X-Forwarded-For from an untrusted
 * loopback address, and logs which variable to set.
 * @returns whether the request was answered
 */
export const untrustedProxyCheck = (
  { production, trustProxy }: Pick<HttpSettings, 'production' | 'trustProxy'>,
  log: Pick<Logger, 'error'>,
): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const trust = trustOf(trustProxy);
  let refused = 0;
  return (request, response) => {
    if (!production || request.headers['x-forwarded-for'] === undefined) return false;
    const address = plainAddress(request.socket.remoteAddress ?? '');
    if (!isLoopback(address) || trust(address, 0)) return false;
    if (refused % LOG_EVERY === 0) {
      log.error(
        'a proxy on this machine is not trusted, and its requests are refused: set ROLLCALL_TRUST_PROXY=loopback',
      );
    }
    refused += 1;
    const { status, headers, body } = refusalAnswer('TooBusy', {
      message: 'The reverse proxy is not trusted. See the log of the server.',
    });
    response
      .writeHead(status, {
        ...headers,
        [contractHeaders.requestId]: randomUUID(),
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      })
      .end(JSON.stringify(body));
    return true;
  };
};
