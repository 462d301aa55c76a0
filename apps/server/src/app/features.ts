/** Opens the features and passes to each what it needs of the others. Features do not import one another. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallName } from '@rollcall/contract';
import { openEventLog } from './event-log.ts';
import { openEventStore, usageFilesKey } from './event-store.ts';
import { SqlProcesses } from '../engines/embedded/sql/sql-processes.ts';
import { createAccounts } from '../features/accounts/accounts.ts';
import { type AccountJobsApp, createAccountJobs } from '../features/accounts/jobs.ts';
import { createOpenidJobs } from '../features/accounts/openid/jobs.ts';
import { createOpenid } from '../features/accounts/openid/openid.ts';
import { createReceiveImport } from '../features/accounts/import/receive.ts';
import { introspectionHandlers } from '../features/accounts/sessions/introspection.ts';
import { openSigningKeys } from '../features/accounts/sessions/signing-keys.ts';
import { createStaffJobs, createStaffPages, staffHandlers } from '../features/accounts/staff/staff.ts';
import { createConsole, refusalKeysOf } from '../features/console/console.ts';
import { createConsoleJobs } from '../features/console/jobs.ts';
import { personRowsOf } from '../features/console/person-rows.ts';
import { lastSignIn } from '../features/console/statistics-rows.ts';
import { createSignInStatistics, type SignInStatistics } from '../features/console/sign-in-statistics.ts';
import { hostedPages } from '../features/hosted-pages/hosted-pages.ts';
import { createHumanVerification } from '../features/human-verification/human-verification.ts';
import { queueBudgetAlerts } from '../features/monitoring/budget-alerts.ts';
import { queueDashboardText } from '../features/monitoring/dashboard-texts.ts';
import { createFirstRules } from '../features/monitoring/first-rules.ts';
import { queueQuestionAlerts } from '../features/monitoring/question-alerts.ts';
import { queueWebhookAlerts } from '../features/monitoring/webhook-alerts.ts';
import { createMonitor, createMonitorIntake } from '../features/monitoring/monitoring.ts';
import { databaseExports } from '../features/usage/data/database-exports.ts';
import { FolderExports } from '../features/usage/data/folder-exports.ts';
import { Jobs, requestJob } from '../features/usage/data/jobs.ts';
import { createUsageData, type UsageData } from '../features/usage/data/usage-data.ts';
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
import { createCheckPid } from '../identity/pids.ts';
import { webhookHandlers } from '../features/webhooks/console.ts';
import { createWebhookJobs } from '../features/webhooks/webhooks.ts';
import type { ParquetSource } from '../events/store/parquet-source.ts';
import type { Feature } from '../http/feature.ts';
import type { Handlers } from '../http/handler.ts';
import type { Authorise } from '../http/routes.ts';
import {
  createDevelopmentSender,
  createRelayedSender,
  type DevelopmentRelay,
  type DevelopmentSender,
} from '../messages/development.ts';
import { developmentMessages } from '../messages/development-page.ts';
import { createMailer, type SendMail } from '../messages/mailer.ts';
import type { Messages } from '../messages/messages.ts';
import { createMessageBudget } from '../messages/message-budget.ts';
import { messageCounter, messageMetrics } from '../messages/metrics.ts';
import { createMessages, type Observe } from '../messages/send.ts';
import { createSenders, warnOfNoticeTemplates } from '../messages/senders.ts';
import { testMessageHandlers } from '../messages/test-message.ts';
import { createPicturesFeature } from '../pictures/feature.ts';
import { databasePictures } from '../pictures/database-pictures.ts';
import { createPictureDecoder } from '../pictures/decoder.ts';
import { folderPictures } from '../pictures/folder-pictures.ts';
import type { AppContext } from '../http/context.ts';
import { openDataKey } from '../platform/database/data-key.ts';
import type { ReadStale } from '../platform/database/replica.ts';
import type { Config } from './config.ts';
import { type Role, usesEngines } from './roles.ts';
import { serviceTrialHandlers } from './service-trials.ts';
import { firstRunSettings, settingHandlers } from './setting-calls.ts';
import type { StoredSettings } from './stored-settings.ts';

export interface OpenFeatures {
  readonly features: readonly Feature[];
  /** Every call of the contract, where this process has the role `accounts`. */
  readonly calls: { readonly handlers: Handlers<CallName>; readonly authorise: Authorise } | undefined;
  readonly messages: Messages;
  /** The console's sign-in statistics; written with a delay, so tests flush them. */
  readonly signInStatistics: SignInStatistics;
  /** Path with a secret that creates the console's first admin; undefined if there are operators. */
  readonly firstRunLink: string | undefined;
  /** The development sender; undefined unless configured. */
  readonly development: DevelopmentSender | undefined;
}

export interface FeatureOptions {
  readonly readStale: ReadStale;
  readonly settings: StoredSettings;
  /** Called with each feature once it is open, so that it is closed if a later one fails to open. */
  readonly onOpen: (feature: Feature) => void;
  /** Whether shutdown has begun. */
  readonly stopping: () => boolean;
  /** Of a worker: what needs the event log or store, jobs included, is opened by the owner. */
  readonly worker?: { readonly relay: DevelopmentRelay };
}

/** Opens the features of this process's roles on a migrated database. */
export const openFeatures = async (
  context: AppContext,
  config: Config,
  { readStale, settings, onOpen, stopping, worker }: FeatureOptions,
): Promise<OpenFeatures> => {
  const has = (role: Role): boolean =>
    config.roles.includes(role) && (!worker || role === 'accounts' || role === 'console');
  const { db, now, log } = context;
  const app = { ...context, config };
  const features: Feature[] = [];
  const open = <F extends Feature>(feature: F): F => {
    features.push(feature);
    onOpen(feature);
    return feature;
  };

  open({ jobs: [settings.job] });
  const development = config.senders.includes('development')
    ? createDevelopmentSender(now, () => config.pages.name, config.words.messages)
    : undefined;
  if (development && !worker) open(developmentMessages(development, config.issuer));
  const shown = worker && development ? createRelayedSender(worker.relay) : development;
  const senders = createSenders(config.senders, config.messages, shown, config.words.messages);
  warnOfNoticeTemplates(config.messages, log);
  if (senders.length === 0)
    log.warn('no message sender is configured (ROLLCALL_SENDERS): no code can be sent');
  const signInStatistics = createSignInStatistics({ db, now, log, keys: refusalKeysOf(config.secret) });
  open({ onCallEnd: signInStatistics.onCallEnd, close: () => signInStatistics.close() });
  const messageCounts = open(messageCounter());
  const observe: Observe = (...attempt) => {
    messageCounts.observe(...attempt);
    signInStatistics.message(...attempt);
  };
  const messages = createMessages(senders, log, observe);
  const channels = [...new Set(senders.flatMap(sender => sender.channels))];
  const pictures =
    config.pictures === 'folder' ? folderPictures(join(config.data, 'pictures')) : databasePictures(db, now);
  const decoder = createPictureDecoder();
  open(createPicturesFeature(pictures, decoder, db));
  const rows = new Jobs(db, now);
  const exportFolder = join(config.data, 'usage/exports');
  // Files of a time when they were kept here: nothing else would delete them.
  if (config.exports === 'database') await rm(exportFolder, { recursive: true, force: true });
  const files =
    config.exports === 'folder'
      ? new FolderExports(exportFolder)
      : databaseExports(db, (trx, id) => rows.hold(trx, id));
  const authorise: Authorise = (...call) => {
    if (!accounts) throw new Error('Only the role accounts answers calls with a token.');
    return accounts.authorise(...call);
  };
  const usageData = open(createUsageData(app, { files, rows, authorise }));

  const onAlert = queueBudgetAlerts(config.monitor);
  const messageBudget = createMessageBudget({ db, log, limits: config.codes, onAlert });
  open(messageMetrics(messageBudget, now));
  const verification =
    has('accounts') || has('console')
      ? open(
          createHumanVerification({
            ...app,
            messageBudget,
            onRefused: signInStatistics.onVerificationRefused,
            onJudged: signInStatistics.challenge,
          }),
        )
      : undefined;
  const accounts =
    has('accounts') && verification
      ? open(
          await createAccounts({
            ...app,
            messages,
            messageBudget,
            verification: verification.verification,
            pictures,
            decoder,
            exportUsage: accountId => usageData.exportOf(accountId),
          }),
        )
      : undefined;
  if (accounts) open(createStaffPages(app));
  const signingKeys = async () =>
    accounts?.keys ?? (await openSigningKeys({ db, now, log, secret: config.secret }));
  const webhookParts = async () => ({
    db,
    now,
    key: await openDataKey({ db, secret: config.secret }, 'webhooks'),
    origins: config.webhooks.origins,
  });
  if (has('jobs')) {
    const keys = await signingKeys();
    // The account's usage events are erased by a background job.
    const onDeletion: AccountJobsApp['onDeletion'] = async (trx, accountId) => {
      const subject = { user: accountId };
      const by = { accountId: null, askedBy: 'deletion' } as const;
      await requestJob(trx, { kind: 'erasure', subject, ...by, at: now() });
    };
    open(createAccountJobs({ ...app, messages, messageBudget, pictures, keys, onDeletion }));
    open(createOpenidJobs({ ...app, openid: accounts?.openid ?? createOpenid(app) }));
    open(createStaffJobs(app));
    open(createConsoleJobs(app));
    open(
      createWebhookJobs({
        ...(await webhookParts()),
        log,
        // As a service token with `people:read` sees them, which people under 14 are masked for.
        personOf: async id => {
          const operator = { role: 'support', service: { minors: false } } as const;
          return (await personRowsOf(db, [id], { operator, at: now() })).get(id) ?? null;
        },
        onPaused: queueWebhookAlerts(config.monitor),
      }),
    );
  }

  // The embedded engines belong to the owner, not to its workers.
  const engines =
    !worker && usesEngines(config.roles)
      ? await openEngines({ app, open, has, usageData, stopping, mail: createMailer(senders, log) })
      : undefined;
  const { wechat, qq } = config.thirdParty;
  const thirdParties = [
    ...(wechat.apps.length + wechat.serviceApps.length > 0 ? (['wechat'] as const) : []),
    ...(qq.apps.length > 0 ? (['qq'] as const) : []),
  ];
  const consoleFeature =
    has('console') && verification
      ? open(
          await createConsole(
            { ...app, readStale },
            {
              senders,
              receiveImport: createReceiveImport({ ...app, checkPid: createCheckPid(config.pids) }),
              firstRun: !worker,
              firstSettings: firstRunSettings({ db, now, log, config, stored: settings, pictures }),
              onFirstAdmin: (trx, language, at) =>
                createFirstRules(trx, {
                  product: config.pages.site.product,
                  defaults: config.alertDefaults,
                  language,
                  at,
                }),
              ...(engines?.startSample ? { startSample: engines.startSample } : {}),
              flush: () => signInStatistics.flush(),
              verificationVendors: config.humanVerification.order.map(vendor => vendor.toUpperCase()),
              thirdParties,
              usageLag: async () => engines?.usage.lag() ?? null,
              handlers: {
                ...staffHandlers({ ...app, messages }),
                ...introspectionHandlers({ ...app, keys: await signingKeys() }),
                ...webhookHandlers(await webhookParts()),
                ...settingHandlers({ db, now, log, config, stored: settings, pictures, decoder, channels }),
                ...serviceTrialHandlers({ db, now, config, senders, tryVendors: verification.tryVendors }),
                ...testMessageHandlers({ ...app, senders, observe, budget: messageBudget }),
                ...verification.consoleHandlers,
                ...engines?.consoleHandlers,
              },
            },
          ),
        )
      : undefined;
  const converts = config.thirdParty.convert !== undefined;
  const wechatCode = wechat.apps.length > 0;
  if (has('accounts') || has('console'))
    open(hostedPages({ ...config, channels, converts, thirdParties, wechatCode }, features, settings));

  return {
    features,
    calls:
      accounts && verification
        ? {
            handlers: { ...accounts.handlers, ...verification.handlers, ...usageData.handlers },
            authorise: accounts.authorise,
          }
        : undefined,
    messages,
    signInStatistics,
    firstRunLink: consoleFeature?.firstRunLink,
    development,
  };
};

/** Opens what the process's roles need of the event log and the event store, which begins to be used at its first use. */
const openEngines = async ({
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
