/** The stored record and the store's columns, derived from `eventFields`. */
import {
  type ColumnType,
  type EventField,
  eventFields,
  type EventFieldRow,
  type FieldPart,
  type FieldType,
} from './fields.ts';
import type { EventKind, FactConsent } from './kinds.ts';

/** The value in the record of each type of field: a flag or a boolean that is false is left out. */
interface RecordValues extends Record<FieldType, unknown> {
  uuid: string;
  text: string;
  int: number;
  number: number;
  kind: EventKind;
  flag: true;
  bool: true;
  json: Readonly<Record<string, unknown>>;
  code: string;
}

type Recorded = Extract<EventFieldRow, { readonly record: string }>;
/** In every record: what is required on the wire, but for a boolean, and the kind, which is written out. */
type Always = Exclude<Recorded, { readonly type: 'bool' }> &
  ({ readonly required: true } | { readonly type: 'kind' });

/** One event as it is stored: its names written out, its facts beside it. */
export type EventRecord = {
  readonly [R in Recorded as R extends Always ? R['record'] : never]: RecordValues[R['type']];
} & {
  readonly [R in Recorded as R extends Always ? never : R['record']]?: RecordValues[R['type']];
} extends infer Object
  ? { readonly [Name in keyof Object]: Object[Name] }
  : never;

export type EventRecordName = keyof EventRecord;

/** A field of the record. */
export interface RecordField {
  readonly part: FieldPart;
  /** The short name on the wire; empty for what the collector adds. */
  readonly wire: string;
  readonly record: EventRecordName;
  readonly type: FieldType;
  readonly consent: FactConsent | undefined;
}

/** A column of the store. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly part: FieldPart;
  /** The name of its value in the record; undefined for a click's, which are in `data`, under `wire`. */
  readonly record: EventRecordName | undefined;
  readonly wire: string;
}

const rows: readonly EventField[] = eventFields;

/** The record's fields, in the order of the table. */
export const recordFields: readonly RecordField[] = rows.flatMap(({ part, wire, record, type, consent }) =>
  record === undefined ? [] : [{ part, wire, record: record as EventRecordName, type, consent }],
);

/** The store's columns, in the order of the table. A store may pack the boolean ones, and add its own. */
export const storedColumns: readonly StoredColumn[] = rows.flatMap(({ part, wire, record, column }) =>
  column === undefined ? [] : [{ ...column, part, record: record as EventRecordName | undefined, wire }],
);

/**
 * The record's fields that a kind of consent covers: without it they are left out.
 * @example recordFieldsOf('device');
 * @see `docs/usage-server.md`
 */
export const recordFieldsOf = (kind: FactConsent): readonly EventRecordName[] =>
  recordFields.filter(({ consent }) => consent === kind).map(({ record }) => record);
