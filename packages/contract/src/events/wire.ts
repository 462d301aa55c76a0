/** The forms on the wire (specification, section 7), derived from `eventFields` as far as they are fields. */
import type { EventFieldRow, FieldPart, FieldType } from './fields.ts';
import type { EventKind, FactConsent } from './kinds.ts';

/** The value on the wire of each type of field. */
interface WireValues extends Record<FieldType, unknown> {
  uuid: string;
  text: string;
  int: number;
  number: number;
  kind: EventKind;
  flag: 1;
  bool: boolean;
  json: Readonly<Record<string, unknown>>;
  code: string | number;
}

type Mandatory = { readonly required: true };
/** The object whose properties are the short names of some rows. */
type Wire<Row extends EventFieldRow> = {
  readonly [R in Row as R extends Mandatory ? R['wire'] : never]: WireValues[R['type']];
} & {
  readonly [R in Row as R extends Mandatory ? never : R['wire']]?: WireValues[R['type']];
} extends infer Object
  ? { readonly [Name in keyof Object]: Object[Name] }
  : never;
type RowsOf<Part extends FieldPart> = Extract<EventFieldRow, { readonly part: Part }>;

/** One event as it stands in a batch's `body`. What each name means: docs/usage-wire.md. */
export type WireEvent = Wire<RowsOf<'event'>>;

/** What was known around an event; each only with the consent of its kind. */
export type WireFacts = Wire<RowsOf<'facts'>>;

/** The facts that one kind of consent covers. */
export type WireFactsOf<Kind extends FactConsent> = Wire<
  Extract<RowsOf<'facts'>, { readonly consent: Kind }>
>;

/** What the events of a batch share. */
export type WireMeta = Wire<RowsOf<'meta'>>;

/** The `biz_data` of a click. */
export type WireClick = Required<Wire<RowsOf<'click'>>>;

export interface WireData {
  readonly meta: WireMeta;
  readonly ext: readonly WireFacts[];
  readonly body: readonly WireEvent[];
}

/** A request's body (section 7), with `alg` 0. With `alg` 1, `data` is base64 of its gzipped JSON. */
export interface WireBatch {
  readonly alg: 0;
  readonly type: 0;
  readonly data: WireData;
}

/** Why an event is refused, as `why` has it: the field that is wrong, or `form` (no object), `facts`, `size`. */
export type EventRefusal = RefusalOf<RowsOf<'event'>> | 'form' | 'size';
type RefusalOf<Row extends EventFieldRow> = Row extends { readonly refusal: infer Name extends string }
  ? Name
  : Row['field'];

/** The answer to a batch: `accepted` counts those kept now and those that were there already. */
export interface EventsAnswer {
  readonly accepted: number;
  readonly refused: readonly { readonly id: string; readonly why: EventRefusal }[];
}
