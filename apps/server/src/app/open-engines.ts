/** Opens the event log, the event store and the features that need them, in the process that owns the engines. */
import { join } from 'node:path';
import { openEventLog } from './event-log.ts';
import { openEventStore, usageFilesKey } from './event-store.ts';
import { SqlProcesses } from '../engines/embedded/sql/sql-processes.ts';
import { lastSignIn } from '../features/console/statistics-rows.ts';
import { queueDashboardText } from '../features/monitoring/dashboard-texts.ts';
import { queueQuestionAlerts } from '../features/monitoring/question-alerts.ts';
import { createMonitor, createMonitorIntake } from '../features/monitoring/monitoring.ts';
import type { UsageData } from '../features/usage/data/usage-data.ts';
import { usageQueryHandlers } from '../features/usage/queries/handlers.ts';
import { latestEventHandlers } from '../features/usage/queries/latest.ts';
import { readCohorts } from '../features/usage/kept/cohorts.ts';
import { usageKeptHandlers } from '../features/usage/kept/handlers.ts';
import { showPeople } from '../features/console/question-people.ts';
import { createAsk, questionHandlers } from '../features/usage/questions/handlers.ts';
import { reportJobs } from '../features/usage/report/send.ts';
import { SqlFault } from '../features/usage/sql/engine.ts';
import { sqlOverFiles } from '../features/usage/sql/files.ts';
import { sqlHandlers } from '../features/usage/sql/handlers.ts';
import { watchJob } from '../features/usage/watch/evaluate.ts';
import { createSampleFeature } from '../features/usage/sample/routes.ts';
import { inBackground, sampleData, warnOfSample } from './sample-data.ts';
import { nightlyExportFeature } from '../features/usage/nightly/feature.ts';
import { NightlyExport } from '../features/usage/nightly/nightly-export.ts';
import { openUsage } from '../features/usage/usage.ts';
import type { ParquetSource } from '../events/store/parquet-source.ts';
import type { Feature } from '../http/feature.ts';
import type { SendMail } from '../messages/mailer.ts';
import type { AppContext } from '../http/context.ts';
import type { Config } from './config.ts';
import type { Role } from './roles.ts';

/** Opens what the process's roles need of the event log and the event store, which begins to be used at its first use. */
export const openEngines = async ({
  app,
  open,
  has,
  usageData,
  stopping,
  mail,
}: {
  readonly app: AppContext & { readonly config: Config };
  readonly open: <F extends Feature>(feature: F) => F;
  readonly has: (role: Role) => boolean;
  readonly usageData: UsageData;
  readonly stopping: () => boolean;
  /** Undefined: no sender sends mails to operators. */
  readonly mail: SendMail | undefined;
}) => {
  const { config, now } = app;
  const opened = await openEventStore(app);
  const { store, loadedTo, client, dialect, statements, questions, measured, jobs, addMetrics } = opened;
  open({ jobs, addMetrics, close: () => store.close() });
  const eventLog = await openEventLog(app, { loads: has('loader'), loadedTo });
  const sql = opened.sql ?? sqlOverFiles(new SqlProcesses(), config.usage.exportFolder);
  open({ close: () => sql.close() });
  // Said at the start; that the database is away or busy is said by those who ask it.
  if (opened.sql && has('console'))
    void sql.data().then(
      data => 'why' in data && app.log.error({ why: data.why }, 'ROLLCALL_CLICKHOUSE_SQL_URL is not used'),
      (error: unknown) => {
        if (!(error instanceof SqlFault))
          app.log.error({ err: error }, 'ROLLCALL_CLICKHOUSE_SQL_URL is not used');
      },
    );
  const nightly = openNightlyExport(app, store);
  if (nightly) open(nightlyExportFeature(nightly, now));
  const usage = open(await openUsage(app, { has, store, eventLog, data: usageData, nightly, stopping }));
  if (usage.appendReports) open(createMonitorIntake(app, usage.appendReports));
  const monitoring =
    has('console') || has('jobs')
      ? open(
          await createMonitor(app, {
            queries: { client, dialect },
            measured,
            lag: () => usage.lag(),
            lastSignIn: () => lastSignIn(app.db),
            sends: has('jobs'),
          }),
        )
      : undefined;
  const lag = () => usage.lag();
  const ask = createAsk(
    {
      client,
      statements,
      questions,
      now,
      lag,
      cohorts: ids => readCohorts(app.db, ids),
    },
    measured,
  );
  const tell = queueQuestionAlerts(config.monitor);
  if (has('jobs')) {
    const { db, log } = app;
    const place = { name: config.pages.name?.['zh-CN'] ?? 'Rollcall', issuer: config.issuer };
    open({
      jobs: [
        watchJob({ db, now, log, ask, lag, tell }),
        ...reportJobs({ db, now, log, ask, lag, mail, place, queue: queueDashboardText }),
      ],
    });
  }
  const sample = has('console') ? sampleData(app.db, store, now) : undefined;
  const { production, data } = config;
  if (sample) {
    if (production) await warnOfSample(app.db, app.log);
    open(createSampleFeature(sample, { folder: join(data, 'usage'), production }));
  }
  return {
    usage,
    startSample: sample && !production ? open(inBackground(sample, app.log)).start : undefined,
    consoleHandlers: {
      ...usageQueryHandlers({ client, statements, now, lag }, measured),
      ...latestEventHandlers({ client, statements, now, lag, refusals: usage.refusals }, measured),
      ...usageKeptHandlers({
        db: app.db,
        now,
        tell,
        webhook: config.monitor.webhook !== undefined,
        mail: mail !== undefined,
      }),
      ...sqlHandlers({ db: app.db, now, engine: sql }),
      ...questionHandlers({ showPeople: showPeople(app) }, ask),
      ...usageData.consoleHandlers(usage.quarantine),
      ...monitoring?.handlers,
      ...usage.apiHandlers,
    },
  };
};

const openNightlyExport = (
  { db, now, config }: Pick<AppContext, 'db' | 'now'> & { readonly config: Config },
  source: ParquetSource,
): NightlyExport | undefined => {
  const { secret, usage } = config;
  const { exportFolder: folder } = usage;
  if (folder === undefined) return undefined;
  const key = () => usageFilesKey({ db, secret });
  const identity = {
    read: async () =>
      (await db.selectFrom('usage_exports').select('id').where('folder', '=', folder).executeTakeFirst())?.id,
    keep: async (id: string) => {
      await db.insertInto('usage_exports').values({ folder, id }).execute();
    },
  };
  return new NightlyExport({ folder, source, key, identity, now });
};
