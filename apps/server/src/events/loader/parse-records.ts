import { setImmediate } from 'node:timers/promises';
import type { LogRecord } from '../log/event-log.ts';
import { readRecord } from '../record/record.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import type { StoredReport } from '../record/stored-report.ts';
import type { Rejected } from './quarantine.ts';

/** Records that are parsed before the server's other work gets a turn. */
const SLICE = 32;

/** @returns the events and reports of records, and those records that are none */
export const parseRecords = async (
  records: readonly LogRecord[],
): Promise<{
  readonly events: readonly StoredEvent[];
  readonly reports: readonly StoredReport[];
  readonly unreadable: readonly Rejected[];
}> => {
  const events: StoredEvent[] = [];
  const reports: StoredReport[] = [];
  const unreadable: Rejected[] = [];
  for (const [index, { bytes }] of records.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    try {
      const read = readRecord(bytes);
      events.push(...read.events);
      reports.push(...read.reports);
    } catch (error) {
      unreadable.push({ text: bytes.toString(), reason: String(error) });
    }
  }
  return { events, reports, unreadable };
};
