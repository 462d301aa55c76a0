/** Trusted proxies and request ids. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { headers } from '@rollcall/contract';
import { inNetworks } from '../platform/network-list.ts';

/** Whether an address is a trusted proxy; `hop` is its distance (0: the socket's peer). */
export type Trust = (address: string, hop: number) => boolean;

/** An address without its zone, and an IPv4 address that came over an IPv6 socket as everybody writes it. */
export const plainIp = (address: string): string =>
  address
    .replace(/%.*$/s, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i, (_, ...halves: string[]) =>
      halves
        .slice(0, 2)
        .map(half => Number.parseInt(half, 16))
        .flatMap(half => [half >> 8, half & 255])
        .join('.'),
    );

/** @param trusted a number of hops, addresses, networks and `loopback`, or `none` */
export const trustOf = (trusted: number | readonly string[] | 'none'): Trust => {
  if (trusted === 'none') return () => false;
  if (typeof trusted === 'number') return (_, hop) => hop < trusted;
  const isTrusted = inNetworks(
    trusted.flatMap(name => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name])),
  );
  return address => isTrusted(plainIp(address));
};

const WELL_FORMED = /^[\w.:-]{8,128}$/;

/** Takes over a well-formed id from a proxy of ours, so that one id names the request in every log; else makes one. */
export const requestIds =
  (trust: Trust) =>
  (request: IncomingMessage): string => {
    const given = request.headers[headers.requestId.toLowerCase()];
    const from = request.socket.remoteAddress ?? '';
    return typeof given === 'string' && WELL_FORMED.test(given) && trust(from, 0) ? given : randomUUID();
  };
