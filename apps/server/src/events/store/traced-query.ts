/** A span of a query of the event store: its text, whose values are parameters. */
import { traced } from '../../platform/tracing.ts';

export const tracedQuery = <T>(system: string, sql: string, run: () => Promise<T>): Promise<T> =>
  traced(
    () => ({
      name: 'event store query',
      kind: 'client',
      attributes: { 'db.system.name': system, 'db.query.text': sql },
    }),
    run,
  );
