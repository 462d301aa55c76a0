/** Reads the export of the recorded usage: a head, the changes of consent, and the events in the order of time. */
import type { EventRecord } from '@rollcall/contract';
import type { ConsentChange } from '../privacy/use-usage-data.ts';
import { linesOf } from './lines.ts';
import type { RecordedUse } from './kept-data.ts';

/** Events that the page lists; the file has all. */
const LISTED = 100;

interface Line {
  readonly consent?: ConsentChange;
  readonly event?: EventRecord;
}

export async function readUsage(usage: Blob): Promise<RecordedUse> {
  const consents: ConsentChange[] = [];
  const newest: EventRecord[] = [];
  let events = 0;
  for await (const line of linesOf(usage)) {
    if (!line) continue;
    const { consent, event } = JSON.parse(line) as Line;
    if (consent) consents.push(consent);
    if (!event) continue;
    events += 1;
    newest.unshift(event);
    if (newest.length > LISTED) newest.pop();
  }
  return { consents, events, newest, usage };
}
