/** For tests: what DuckDB reads in a Parquet file. */
import { DuckDBInstance } from '@duckdb/node-api';

export const readParquet = async (path: string) => {
  const reader = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const found = await reader.runAndReadAll(`from read_parquet('${path}')`);
    return { names: found.columnNames(), types: found.columnTypes().map(String), rows: found.getRows() };
  } finally {
    reader.closeSync();
  }
};
