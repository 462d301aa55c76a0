/** Who sent a request, for requests that do not pass through the server's own hooks. */
import type { IncomingMessage } from 'node:http';
import { plainIp, type Trust } from '../../http/trust.ts';

/** The nearest address that is no proxy of ours, going back along X-Forwarded-For. */
export const senderIp = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: Trust,
): string => {
  let ip = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    const before = String(forwarded).split(',');
    for (let hop = 0; before.length > 0 && trust(ip, hop); hop++) ip = (before.pop() ?? '').trim();
  }
  return plainIp(ip);
};
