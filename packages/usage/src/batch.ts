import type { factConsents } from '@rollcall/contract';
import { type Entry, toJson } from './entry.ts';
import type { Facts } from './facts.ts';
import { REQUEST } from './limits.ts';
import type { Page } from './page.ts';

export interface Batch {
  /** The request's body. */
  readonly _body: string;
  /** The entries that are in it. */
  readonly _entries: readonly Entry[];
}

/**
 * Puts the first of `entries`, at most `limit`, into one request of at most 30000 (3 × JSON length, section 9). Facts that several events
 * share are sent once, and only those whose consent is in force.
 */
export const writeBatch = (page: Page, entries: readonly Entry[], limit: number): Batch => {
  const ext: string[] = [];
  const body: string[] = [];
  const write = (): string =>
    `{"alg":0,"type":0,"data":{"meta":${page._meta},"ext":[${ext}],"body":[${body}]}}`;
  let size = write().length;
  /** The facts of the previous entry: most entries share one object, and serialising it is most of the work. */
  let last: Facts | undefined;
  let facts = '';
  for (const entry of entries.slice(0, limit)) {
    if (last !== entry.facts) {
      last = entry.facts;
      facts = toJson(
        Object.assign(
          {},
          ...(['app', 'user', 'device'] as const satisfies typeof factConsents).map(
            kind => page._isPermitted(entry.facts, kind) && entry.facts[kind],
          ),
        ),
      );
    }
    let x = ext.indexOf(facts);
    if (x < 0) x = ext.length;
    const event = `${entry.json.slice(0, -1)},"t":${entry.time + (entry.offset ?? (page._offset ??= page._sessionOffset()))},"x":${x}}`;
    size += event.length + 1 + (ext[x] ? 0 : facts.length + 1);
    if (3 * size > REQUEST) break;
    ext[x] = facts;
    body.push(event);
  }
  return { _body: write(), _entries: entries.slice(0, body.length) };
};
