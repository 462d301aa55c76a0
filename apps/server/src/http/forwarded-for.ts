/**
 * X-Forwarded-For as proxies really write it: with ports, brackets and zones, and with what is no address. Each request gets it in
 * plain addresses before anything reads it, so that all limits count the same sender.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { plainIp, type Trust } from './trust.ts';

const HOUR = 3600 * 1000;

/** The address of an entry; undefined where it has none, such as `unknown`, `_hidden` or `999.1.1.1`. */
export const forwardedAddress = (entry: string): string | undefined => {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const beforePort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1];
  const address = plainIp(inBrackets ?? beforePort ?? text);
  return isIP(address) === 0 ? undefined : address;
};

/**
 * Rewrites the header of a request from a trusted proxy: the addresses from the nearest one that is not trusted on. Where an entry is no
 * address, the one who wrote it counts as the sender; what stands before it is anybody's word.
 */
export const plainForwardedFor = (
  trust: Trust,
  log: Pick<Logger, 'warn'>,
  now: () => number,
): ((request: IncomingMessage) => void) => {
  let logged = Number.NEGATIVE_INFINITY;
  const warn = (entry: string): void => {
    const time = now();
    // A clock that went back must not silence it.
    if (time >= logged && time - logged < HOUR) return;
    logged = time;
    log.warn(
      { entry: entry.trim().slice(0, 40) },
      'a trusted proxy names no IP address in X-Forwarded-For: its own address counts for such requests; have it send the address of its peer',
    );
  };
  return request => {
    const given = request.headers['x-forwarded-for'];
    if (given === undefined) return;
    const peer = plainIp(request.socket.remoteAddress ?? '');
    if (!trust(peer, 0)) return;
    const addresses: string[] = [];
    for (const entry of String(given).split(',').toReversed()) {
      const address = forwardedAddress(entry);
      if (address === undefined) {
        warn(entry);
        break;
      }
      addresses.push(address);
      if (!trust(address, addresses.length)) break;
    }
    request.headers['x-forwarded-for'] = addresses.length === 0 ? peer : addresses.toReversed().join(', ');
  };
};
