/** Opens the features and passes to each what it needs of the others. Features do not import one another. */
import { join } from 'node:path';
import type { CallName } from '@rollcall/contract';
import { openEventStore } from './event-store.ts';
import { createAccounts } from '../features/accounts/accounts.ts';
import { createConsole, refusalKeysOf } from '../features/console/console.ts';
import { createSignInStatistics, type SignInStatistics } from '../features/console/sign-in-statistics.ts';
import { hostedPages } from '../features/hosted-pages/hosted-pages.ts';
import { createHumanVerification } from '../features/human-verification/human-verification.ts';
import { queueBudgetAlerts } from '../features/monitoring/budget-alerts.ts';
import { createMonitor } from '../features/monitoring/monitoring.ts';
import { requestJob } from '../features/usage/data/jobs.ts';
import { usageQueryHandlers } from '../features/usage/queries/handlers.ts';
import { createSampleFeature } from '../features/usage/sample/routes.ts';
import { SampleData } from '../features/usage/sample/sample-data.ts';
import { openUsage, type Usage } from '../features/usage/usage.ts';
import type { Feature } from '../http/feature.ts';
import type { Handlers } from '../http/handler.ts';
import type { Authorise } from '../http/routes.ts';
import { createDevelopmentSender, type DevelopmentSender } from '../messages/development.ts';
import { developmentMessages } from '../messages/development-page.ts';
import type { Messages } from '../messages/messages.ts';
import { createMessageBudget } from '../messages/message-budget.ts';
import { messageMetrics } from '../messages/metrics.ts';
import { createMessages } from '../messages/send.ts';
import { createSenders, warnOfNoticeTemplates } from '../messages/senders.ts';
import { createPicturesFeature } from '../pictures/feature.ts';
import { databasePictures } from '../pictures/database-pictures.ts';
import { createPictureDecoder } from '../pictures/decoder.ts';
import { folderPictures } from '../pictures/folder-pictures.ts';
import type { AppContext } from '../http/context.ts';
import type { Config } from './config.ts';

export interface OpenFeatures {
  readonly features: readonly Feature[];
  /** Every call of the contract. */
  readonly handlers: Handlers<CallName>;
  readonly authorise: Authorise;
  readonly messages: Messages;
  /** The console's sign-in statistics; written with a delay, so tests flush them. */
  readonly signInStatistics: Pick<SignInStatistics, 'flush'>;
  /** Path with a secret that creates the console's first admin; undefined if there are operators. */
  readonly firstRunLink: string | undefined;
  /** The development sender; undefined unless configured. */
  readonly development: DevelopmentSender | undefined;
}

/**
 * Opens every feature on a migrated database.
 * @param onOpen called with each feature once it is open, so that it is closed if a later one fails to open
 * @param stopping whether shutdown has begun
 */
export const openFeatures = async (
  context: AppContext,
  config: Config,
  { onOpen, stopping }: { readonly onOpen: (feature: Feature) => void; readonly stopping: () => boolean },
): Promise<OpenFeatures> => {
  const { db, now, log } = context;
  const app = { ...context, config };
  const features: Feature[] = [];
  const open = <F extends Feature>(feature: F): F => {
    features.push(feature);
    onOpen(feature);
    return feature;
  };

  const development = config.senders.includes('development')
    ? createDevelopmentSender(now, config.pages.name)
    : undefined;
  if (development) open(developmentMessages(development));
  const senders = createSenders(config.senders, config.messages, development);
  warnOfNoticeTemplates(config.messages, log);
  if (senders.length === 0)
    log.warn('no message sender is configured (ROLLCALL_SENDERS): no code can be sent');
  const signInStatistics = createSignInStatistics({ db, now, log, keys: refusalKeysOf(config.secret) });
  open({ onCallEnd: signInStatistics.onCallEnd, close: () => signInStatistics.close() });
  const messages = createMessages(senders, log, signInStatistics.message);
  const pictures =
    config.pictures === 'folder' ? folderPictures(join(config.data, 'pictures')) : databasePictures(db, now);
  const decoder = createPictureDecoder();
  open(createPicturesFeature(pictures, decoder, db));

  const onAlert = queueBudgetAlerts(config.monitor);
  const messageBudget = createMessageBudget({ db, log, limits: config.codes, onAlert });
  open(messageMetrics(messageBudget, now));
  const verification = open(createHumanVerification({ ...app, messageBudget }));
  const accounts = open(
    await createAccounts({
      ...app,
      messages,
      messageBudget,
      verification: verification.verification,
      pictures,
      decoder,
      exportUsage: (accountId): Promise<string> => usage.exportOf(accountId),
      // The account's usage events are erased by a background job.
      onDeletion: async (within, accountId) => {
        const subject = { user: accountId };
        await requestJob(within, { kind: 'erasure', subject, accountId: null, at: now() });
      },
    }),
  );

  const events = await openEventStore({ db, now, log, config });
  const { store } = events;
  open({ jobs: events.jobs, close: () => store.close() });
  const usage: Usage = open(
    await openUsage(app, {
      store,
      loadedTo: events.loadedTo,
      authorise: accounts.authorise,
      stopping,
    }),
  );
  const monitoring = open(
    createMonitor(app, { append: reports => usage.appendReports(reports), queryClient: store }),
  );
  const console = open(
    await createConsole(app, {
      senders,
      usageLag: async () => usage.lag(),
      handlers: {
        ...verification.consoleHandlers,
        ...usageQueryHandlers(events.queries),
        ...usage.consoleHandlers,
        ...monitoring.handlers,
      },
    }),
  );
  if (!config.production) open(createSampleFeature(new SampleData(store, now), join(config.data, 'usage')));
  const channels = [...new Set(senders.flatMap(sender => sender.channels))];
  const { wechat, qq } = config.thirdParty;
  const thirdParties = [
    ...(wechat.apps.length + wechat.serviceApps.length > 0 ? (['wechat'] as const) : []),
    ...(qq.apps.length > 0 ? (['qq'] as const) : []),
  ];
  const converts = config.thirdParty.convert !== undefined;
  open(hostedPages({ ...config, channels, converts, thirdParties }, features));

  return {
    features,
    handlers: {
      ...accounts.handlers,
      ...verification.handlers,
      ...usage.handlers,
    },
    authorise: accounts.authorise,
    messages,
    signInStatistics,
    firstRunLink: console.firstRunLink,
    development,
  };
};
