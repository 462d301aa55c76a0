/**
 * A table as a Parquet file: one row group, one plain page for each column, nothing compressed. Numbers are doubles, everything else is
 * text; every column may have nulls. https://parquet.apache.org/docs/file-format/
 */

/** As in `tabular.ts`: a time has its text in ISO 8601. */
type Cell = string | number | { readonly iso: string } | null;
export interface ParquetTable {
  readonly columns: readonly { readonly head: string }[];
  readonly rows: readonly (readonly Cell[])[];
}

const utf8 = new TextEncoder();

/** Types of the compact protocol of Thrift, in which Parquet writes its headers. */
const wire = { int32: 5, int64: 6, text: 8, list: 9, struct: 12 } as const;
/** What the format calls them, by its own numbers. */
const format = {
  double: 5,
  bytes: 6,
  optional: 1,
  utf8: 0,
  plain: 0,
  rle: 3,
  uncompressed: 0,
  dataPage: 0,
} as const;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
};
const zigzag = (value: number): number[] => varint(value * 2);
const textOf = (text: string): number[] => {
  const bytes = utf8.encode(text);
  return [...varint(bytes.length), ...bytes];
};

/** A field of a struct: its number, its type, its bytes. */
type Field = readonly [number, number, readonly number[]];
const int32 = (id: number, value: number): Field => [id, wire.int32, zigzag(value)];
const int64 = (id: number, value: number): Field => [id, wire.int64, zigzag(value)];
const text = (id: number, value: string): Field => [id, wire.text, textOf(value)];
/** Fields in the order of their numbers. */
const struct = (fields: readonly Field[]): number[] => {
  let last = 0;
  const bytes = fields.flatMap(([id, type, value]) => {
    const head = ((id - last) << 4) | type;
    last = id;
    return [head, ...value];
  });
  return [...bytes, 0];
};
const list = (id: number, type: number, items: readonly (readonly number[])[]): Field => [
  id,
  wire.list,
  [
    ...(items.length < 15 ? [(items.length << 4) | type] : [0xf0 | type, ...varint(items.length)]),
    ...items.flat(),
  ],
];

const bytesOf = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const number32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
};
const number64 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
};

/** Which values are there: a bit for each, as one run of groups of eight. */
const definedOf = (cells: readonly Cell[]): Uint8Array => {
  const bits = new Uint8Array(Math.ceil(cells.length / 8));
  for (const [at, cell] of cells.entries()) if (cell !== null) bits[at >> 3]! |= 1 << (at & 7);
  const run = bytesOf([Uint8Array.from(varint(bits.length * 2 + 1)), bits]);
  return bytesOf([number32(run.length), run]);
};

const valueOf = (cell: Cell, numeric: boolean): Uint8Array => {
  if (numeric) return number64(cell as number);
  const bytes = utf8.encode(typeof cell === 'object' && cell !== null ? cell.iso : String(cell));
  return bytesOf([number32(bytes.length), bytes]);
};

/** Each name once, as readers find columns by it. */
const distinct = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map(name => {
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = `${name} ${n}`;
    taken.add(free);
    return free;
  });
};

export const toParquet = ({ columns, rows }: ParquetTable): Uint8Array<ArrayBuffer> => {
  const magic = utf8.encode('PAR1');
  const parts: Uint8Array[] = [magic];
  let offset = magic.length;
  const names = distinct(columns.map(({ head }) => head));
  const made = names.map((name, at) => {
    const cells = rows.map(row => row[at] ?? null);
    const known = cells.filter(cell => cell !== null);
    const numeric = known.length > 0 && known.every(cell => typeof cell === 'number');
    const page = bytesOf([definedOf(cells), ...known.map(cell => valueOf(cell, numeric))]);
    const header = struct([
      int32(1, format.dataPage),
      int32(2, page.length),
      int32(3, page.length),
      [
        5,
        wire.struct,
        struct([int32(1, cells.length), int32(2, format.plain), int32(3, format.rle), int32(4, format.rle)]),
      ],
    ]);
    const begun = offset;
    const size = header.length + page.length;
    parts.push(Uint8Array.from(header), page);
    offset += size;
    return { name, type: numeric ? format.double : format.bytes, begun, size };
  });
  const schema = [
    struct([text(4, 'table'), int32(5, made.length)]),
    ...made.map(({ name, type }) =>
      struct([
        int32(1, type),
        int32(3, format.optional),
        text(4, name),
        ...(type === format.bytes ? [int32(6, format.utf8)] : []),
      ]),
    ),
  ];
  const chunks = made.map(({ name, type, begun, size }) =>
    struct([
      int64(2, begun),
      [
        3,
        wire.struct,
        struct([
          int32(1, type),
          list(2, wire.int32, [zigzag(format.plain), zigzag(format.rle)]),
          list(3, wire.text, [textOf(name)]),
          int32(4, format.uncompressed),
          int64(5, rows.length),
          int64(6, size),
          int64(7, size),
          int64(9, begun),
        ]),
      ],
    ]),
  );
  const group = struct([
    list(1, wire.struct, chunks),
    int64(
      2,
      made.reduce((sum, { size }) => sum + size, 0),
    ),
    int64(3, rows.length),
  ]);
  const foot = Uint8Array.from(
    struct([
      int32(1, 1),
      list(2, wire.struct, schema),
      int64(3, rows.length),
      list(4, wire.struct, [group]),
      text(6, 'Rollcall'),
    ]),
  );
  return bytesOf([...parts, foot, number32(foot.length), magic]);
};
