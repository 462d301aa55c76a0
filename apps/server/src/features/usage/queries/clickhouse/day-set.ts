/** Sets of days, in ClickHouse's SQL: as the sums of days have them, the bits of some columns, its words. */

/** SQL, for rows with `block` and `days` (`activeDays`). */
export interface DaySet {
  /** Aggregates, with names: the set of the days of rows. */
  readonly union: string;
  /** Whether it has any. */
  readonly some: string;
  /** Its days, in order. */
  readonly list: string;
}

/** Days outside of the bounds are left out. @param first the number of the first day @param last of the last @param block days in a word */
export const daySet = (first: number, last: number, block: number): DaySet => {
  const from = Math.floor(first / block);
  const words = Array.from({ length: Math.floor(last / block) - from + 1 }, (_, n) => {
    const start = (from + n) * block;
    const within = Array.from({ length: block }, (_, bit) => bit).filter(
      bit => start + bit >= first && start + bit <= last,
    );
    const mask = within.reduce((bits, bit) => bits | (1n << BigInt(bit)), 0n);
    return { name: `word${n}`, block: from + n, start, mask };
  });
  return {
    union: words
      .map(
        ({ name, block, mask }) =>
          `groupBitOrIf(bitAnd(days, toUInt64(${mask})), block = ${block}) AS ${name}`,
      )
      .join(', '),
    some: `(${words.map(({ name }) => `${name} != 0`).join(' OR ')})`,
    list: `arrayConcat(${words
      .map(({ name, start }) => `arrayMap(bit -> toInt64(bit) + ${start}, bitPositionsToArray(${name}))`)
      .join(', ')})`,
  };
};
