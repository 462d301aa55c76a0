/** Opens the features and passes to each what it needs of the others. Features do not import one another. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallName } from '@rollcall/contract';
import { openEngines } from './open-engines.ts';
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
import { createSignInStatistics, type SignInStatistics } from '../features/console/sign-in-statistics.ts';
import { hostedPages } from '../features/hosted-pages/hosted-pages.ts';
import { createHumanVerification } from '../features/human-verification/human-verification.ts';
import { queueBudgetAlerts } from '../features/monitoring/budget-alerts.ts';
import { createFirstRules } from '../features/monitoring/first-rules.ts';
import { queueWebhookAlerts } from '../features/monitoring/webhook-alerts.ts';
import { databaseExports } from '../features/usage/data/database-exports.ts';
import { FolderExports } from '../features/usage/data/folder-exports.ts';
import { requestJob } from '../features/usage/data/job-requests.ts';
import { Jobs } from '../features/usage/data/jobs.ts';
import { createUsageData } from '../features/usage/data/usage-data.ts';
import { createCheckPid } from '../identity/pids.ts';
import { webhookHandlers } from '../features/webhooks/console.ts';
import { createWebhookJobs } from '../features/webhooks/webhooks.ts';
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
import { createMailer } from '../messages/mailer.ts';
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
