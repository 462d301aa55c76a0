/** What the features are given of the event store. */
import type { Offset } from '../../events/log/event-log.ts';
import type { Dialect } from '../../events/store/dialect.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { ParquetSource } from '../../events/store/parquet-source.ts';
import type { QueryClient } from '../../events/store/query-client.ts';
import type { QueryMetrics } from '../../events/store/query-metrics.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import type { UsageStatements } from './queries/statements.ts';
import type { QuestionDialect } from './questions/dialect.ts';
import type { SqlEngine } from './sql/engine.ts';
import type { SampleStore } from './sample/sample-data.ts';

export interface OpenEventStore extends QueryMetrics {
  readonly store: EventStore & ParquetSource & QueryClient & SampleStore;
  /** Answers questions that are asked again from the answers before. */
  readonly client: QueryClient;
  readonly dialect: Dialect;
  readonly statements: UsageStatements;
  readonly questions: QuestionDialect;
  /** SQL of operators in the store itself; undefined: over the nightly files. */
  readonly sql?: SqlEngine;
  readonly jobs: readonly Job[];
  /** The offset that the embedded event log of an identity goes on at, if it is empty. */
  readonly loadedTo: (log: string) => Promise<Offset>;
}
