/**
 * The content of the event log's records. A batch is stored as received, which costs the collector least; field names are
 * expanded when it is read. The first byte says what follows: `b` when it was received (64-bit float, ms) and the request's
 * body; `d` the same and the JSON of the body's `data`; `t` the same of a server with a service token, whose times were checked; `r` the JSON of a list of monitoring reports. `z`, the JSON of `data`
 * deflated, is no longer written: the first version erased records in place by it, and a log of that version is still loaded.
 */
import { inflateRawSync } from 'node:zlib';
import { eventKind, recordFields, type WireData, type WireEvent, type WireFacts } from '@rollcall/contract';
import type { StoredReport } from './stored-report.ts';
import type { StoredEvent } from './stored-event.ts';
import { eventTime } from './event-time.ts';

const kinds = { body: 0x62, data: 0x64, deflated: 0x7a, reports: 0x72, trusted: 0x74 } as const;
/** Bytes before the JSON of a batch. */
const HEAD = 9;

const batch = (kind: number, received: number, content: Buffer): readonly [Buffer, Buffer] => {
  const head = Buffer.allocUnsafe(HEAD);
  head[0] = kind;
  head.writeDoubleLE(received, 1);
  return [head, content];
};

/** @param body a request's, with `alg` 0, whose events are all taken */
export const bodyRecord = (received: number, body: Buffer) => batch(kinds.body, received, body);

/** @param json of a batch's data, whose events are all taken */
export const jsonRecord = (received: number, json: Buffer) => batch(kinds.data, received, json);

export const dataRecord = (received: number, data: WireData) =>
  jsonRecord(received, Buffer.from(JSON.stringify(data)));

/** @param data of a server, whose events are all taken and no older than events are kept */
export const trustedRecord = (received: number, data: WireData) =>
  batch(kinds.trusted, received, Buffer.from(JSON.stringify(data)));

export const reportsRecord = (reports: readonly StoredReport[]): Buffer =>
  Buffer.concat([Buffer.of(kinds.reports), Buffer.from(JSON.stringify(reports))]);

const received = (record: Buffer): number => record.readDoubleLE(1);

/** The data of a batch; undefined for a record of reports. */
const dataOf = (record: Buffer): WireData | undefined => {
  const content = record.subarray(HEAD);
  switch (record[0]) {
    case kinds.body:
      return (JSON.parse(content.toString()) as { data: WireData }).data;
    case kinds.data:
    case kinds.trusted:
      return JSON.parse(content.toString()) as WireData;
    case kinds.deflated:
      return JSON.parse(inflateRawSync(content).toString()) as WireData;
    default:
      return undefined;
  }
};

/** A record as the store takes it. An unknown record gives nothing. */
export const readRecord = (
  record: Buffer,
): { readonly events: readonly StoredEvent[]; readonly reports: readonly StoredReport[] } => {
  if (record[0] === kinds.reports) {
    return { events: [], reports: JSON.parse(record.subarray(1).toString()) as StoredReport[] };
  }
  const data = dataOf(record);
  if (!data) return { events: [], reports: [] };
  const at = received(record);
  const facts = data.ext.map(storedFacts);
  const { meta } = data;
  const product = String(meta.product_code);
  const trusted = record[0] === kinds.trusted;
  const events = data.body.map(event => ({
    ...storedEvent(event, product, at),
    ...(trusted ? { time: event.t, trusted: true as const } : eventTime(event.t, at)),
    ...(meta.is_dev ? { dev: true as const } : {}),
    ...facts[event.x],
    ...proofOf(event, data),
  }));
  return { events, reports: [] };
};

const proofOf = ({ k, x }: WireEvent, { ext }: WireData): { readonly proof?: string } => {
  const proof = k === eventKind.consent ? ext[x]?.up : undefined;
  return proof === undefined ? {} : { proof };
};

const eventNames = recordFields.filter(({ part, wire }) => part === 'event' && wire !== 't');
const factNames = recordFields.filter(({ part }) => part === 'facts');

/** The fields of an event or of facts under the names of the record; a flag becomes `true`. */
const renamed = (object: WireEvent | WireFacts, names: typeof recordFields): Record<string, unknown> => {
  const record: Record<string, unknown> = {};
  for (const { wire, record: name, type } of names) {
    const value = (object as Readonly<Record<string, unknown>>)[wire];
    if (value !== undefined) record[name] = type === 'flag' ? true : value;
  }
  return record;
};

const storedEvent = (event: WireEvent, product: string, received: number): Omit<StoredEvent, 'time'> =>
  ({
    kind: 0,
    ...renamed(event, eventNames),
    product,
    received,
  }) as Omit<StoredEvent, 'time'>;

const storedFacts = (facts: WireFacts): Partial<StoredEvent> => renamed(facts, factNames);
