import type { Grants } from './consent.ts';
import { sendable } from './facts.ts';
import { REQUEST } from './limits.ts';
import type { Entry } from './queue.ts';

/**
 * Puts the first of `entries` into one request of at most 30000 (3 × JSON length, section 9) and at most `most`
 * events. Facts that several events share are sent once, and only those whose consent is in force.
 *
 * @param meta the batch's `meta`, as JSON
 * @param offset ms to add to the time of an event that has no offset of its own
 * @returns the body, and how many of the entries are in it
 */
export const createBatch = (
  entries: readonly Entry[],
  meta: string,
  grants: Grants,
  most: number,
  offset = 0,
): readonly [body: string, count: number] => {
  const start = `{"alg":0,"type":0,"data":{"meta":${meta},"ext":[`;
  const between = '],"body":[';
  const ext: string[] = [];
  const events: string[] = [];
  let length = start.length + between.length + 3;
  let last: unknown;
  let text = '';
  for (const { facts, json, time, offset: own = offset } of entries.slice(0, most)) {
    if (facts !== last) text = sendable((last = facts), grants);
    const index = ext.includes(text) ? ext.indexOf(text) : ext.length;
    const event = `${json.slice(0, -1)},"t":${time + own},"x":${index}}`;
    length += event.length + 1 + (ext[index] ? 0 : text.length + 1);
    if (3 * length > REQUEST) break;
    ext[index] = text;
    events.push(event);
  }
  return [`${start}${ext}${between}${events}]}}`, events.length];
};
