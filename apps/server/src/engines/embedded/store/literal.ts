/** DuckDB's SQL text of a string, for statements that take no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
