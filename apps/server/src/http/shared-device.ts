/** Whether several people use a computer (公用电脑): as it says itself, else by the network that it is in. */
import type { IncomingHttpHeaders } from 'node:http';
import { headers, SHARED_COOKIE } from '@rollcall/contract';
import type { FastifyRequest } from 'fastify';
import { readCookie } from './language.ts';
import { plainIp } from './trust.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether an address is in the networks of ROLLCALL_SHARED_NETWORKS. */
    inSharedNetwork: (ip: string) => boolean;
  }
}

type Asked = Pick<FastifyRequest, 'headers' | 'ip' | 'server'>;

/** A mark of our own, `1` or `0`; any other value says nothing. */
const said = (mark: string | undefined): boolean | undefined =>
  mark === '1' ? true : mark === '0' ? false : undefined;

const saidByCall = (given: IncomingHttpHeaders) =>
  said(String(given[headers.sharedDevice.toLowerCase()] ?? ''));

/** Of a call: by its header. */
export const isSharedCall = ({ headers: given, ip, server }: Asked): boolean =>
  saidByCall(given) ?? server.inSharedNetwork(plainIp(ip));

/** Of a page: by the cookie that `/shared` writes. */
export const isSharedBrowser = ({ headers: given, ip, server }: Asked): boolean =>
  said(readCookie(given.cookie, SHARED_COOKIE)) ?? server.inSharedNetwork(plainIp(ip));
