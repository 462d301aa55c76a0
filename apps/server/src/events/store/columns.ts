/** What the stores keep of an event and of a report. */
import { storedColumns } from '@rollcall/contract';

/** Bits of `flags`, which stand in every table, so that each can be left out of every answer. */
export const flag = { sample: 1, bot: 2, dev: 4, trusted: 8 } as const;
const flagOf: Readonly<Record<string, number>> = flag;

/** The contract's columns that stand in `events` as they are; four booleans are packed into `flags`. */
export const plainColumns = storedColumns.filter(({ name }) => !Object.hasOwn(flagOf, name));

export const reportColumns = {
  id: 'VARCHAR',
  product: 'VARCHAR',
  received: 'BIGINT',
  kind: 'VARCHAR',
  release: 'VARCHAR',
  page: 'VARCHAR',
  weight: 'DOUBLE',
  name: 'VARCHAR',
  value: 'DOUBLE',
  status: 'INTEGER',
  data: 'VARCHAR',
  sample: 'BOOLEAN',
} as const;
