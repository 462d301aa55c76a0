/** Values of JSON in ClickHouse's SQL. */

/** The text of a JSON value: of a string what it says, of others how they are written; null of null and of no JSON. @param raw SQL of the value as JSON */
export const jsonText = (raw: string): string =>
  `multiIf(${raw} IN ('', 'null'), NULL, startsWith(${raw}, '"'), JSONExtractString(${raw}), ${raw})`;
