/** A DuckDB that reads given files and nothing else, and runs SELECTs. */
import { type DuckDBConnection, DuckDBInstance, DuckDBTypeId, StatementType } from '@duckdb/node-api';
import type { SqlAnswer, SqlFiles } from '../../../features/usage/sql/engine.ts';
import { SqlRows } from '../../../features/usage/sql/rows.ts';
import { literal } from '../store/literal.ts';
import { refusalOf } from './allowed.ts';
import { createViews } from './views.ts';

const MEMORY = '512MiB';

const numeric = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
]);

export class SqlSession {
  private constructor(private readonly connection: DuckDBConnection) {}

  static async open(files: SqlFiles): Promise<SqlSession> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY,
      threads: '2',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    const paths = [...files.events, files.people, files.devices];
    for (const statement of [
      // Nothing is put on the disk for what does not fit in memory.
      "set temp_directory = ''",
      `set allowed_paths = [${paths.map(literal).join(', ')}]`,
      'set enable_external_access = false',
      ...createViews(files),
      'set lock_configuration = true',
    ])
      await connection.run(statement);
    return new SqlSession(connection);
  }

  /** @throws Error in the words of the database, or where it is not one SELECT of tables (`allowed.ts`) */
  async run(sql: string): Promise<SqlAnswer> {
    const [serialized] = (
      await this.connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql])
    ).getRows();
    const refused = refusalOf(String(serialized?.[0]));
    // What is refused is not even bound: that already looks at files.
    if (refused !== undefined) throw new Error(refused);
    const statement = await this.connection.prepare(sql);
    if (statement.statementType !== StatementType.SELECT) throw new Error('Only a SELECT can be run here.');
    const result = await statement.stream();
    const types = result.columnTypes().map(({ typeId }) => numeric.has(typeId));
    const columns = result.columnNames().map((name, n) => ({ name, numeric: types[n] ?? false }));
    const answer = new SqlRows(types);
    for await (const chunk of result.yieldRowsJson())
      for (const row of chunk) if (!answer.add(row)) return { columns, rows: answer.rows, cut: true };
    return { columns, rows: answer.rows, cut: false };
  }
}
