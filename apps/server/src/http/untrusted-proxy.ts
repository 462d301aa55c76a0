/**
 * Detects a reverse proxy in front that is missing in ROLLCALL_TRUST_PROXY. Its requests would all have the proxy's IP
 * address, and limits by IP address would apply to all people together.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headers } from '@rollcall/contract';
import type { Logger } from 'pino';
import { inNetworks } from '../platform/network-list.ts';
import { endWithRefusal } from './answers.ts';
import type { HttpSettings } from './settings.ts';
import { plainIp, trustOf } from './trust.ts';

const isLoopback = inNetworks(['127.0.0.0/8', '::1']);
/** Private, shared and link-local addresses: those of containers, of load balancers and of other machines of a site. */
const isLocal = inNetworks([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);

/** Refused requests between two log lines. */
const LOG_EVERY = 1000;

/**
 * Returns the check, which in production answers 503 (TooBusy) to requests with X-Forwarded-For from an untrusted
 * address of this machine or of a private network, and logs which variable to set. `ROLLCALL_TRUST_PROXY=none` allows
 * those of a private network, such as of people behind a forward proxy of the school.
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
    const address = plainIp(request.socket.remoteAddress ?? '');
    const own = isLoopback(address);
    if (!own && (trustProxy === 'none' || !isLocal(address))) return false;
    if (trust(address, 0)) return false;
    if (refused % LOG_EVERY === 0) {
      if (own)
        log.error(
          'a proxy on this machine is not trusted, and its requests are refused: set ROLLCALL_TRUST_PROXY=loopback',
        );
      else
        log.error(
          { proxy: address },
          'a proxy in a private network is not trusted, and its requests are refused: name its address or network in ROLLCALL_TRUST_PROXY, or set it to none if it is not yours',
        );
    }
    refused += 1;
    endWithRefusal(
      response,
      'TooBusy',
      { [headers.requestId]: randomUUID() },
      { message: 'The reverse proxy is not trusted. See the log of the server.' },
    );
    return true;
  };
};
