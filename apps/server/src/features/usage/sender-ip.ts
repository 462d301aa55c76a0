/** Who sent a request, for requests that do not pass through the server's own hooks. */
import type { IncomingMessage } from 'node:http';
import { plainAddress, type Trust } from '../../http/trust.ts';

/** The nearest address that is no proxy of ours, going back along X-Forwarded-For. */
export const senderAddress = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: Trust,
): string => {
  let address = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    const before = String(forwarded).split(',');
    for (let hop = 0; before.length > 0 && trust(address, hop); hop++) address = (before.pop() ?? '').trim();
  }
  return plainAddress(address);
};
