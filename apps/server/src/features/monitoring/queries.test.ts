import { duckDialect } from '../../engines/embedded/store/dialect.ts';
import { monitorQueriesSuite } from './testing/queries.suite.ts';
import { testStore } from './testing.ts';

monitorQueriesSuite('DuckDB', async () => {
  const store = await testStore();
  return { store, dialect: duckDialect };
});
