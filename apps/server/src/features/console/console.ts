/** Composes the operators' console from its own handlers and those of other features. */
import type { ConsoleCallName } from '@rollcall/contract/console';
import type { MinorsSettings } from '../../identity/minors/age.ts';
import { createSecondFactors } from '../../identity/second-factor/second-factors.ts';
import { createTickets } from '../../identity/tickets.ts';
import { createLoginThrottle } from '../../identity/login-throttle.ts';
import { openDataKey } from '../../platform/database/data-key.ts';
import { deriveKey, deriveKeys, type Secret } from '../../platform/derive-key.ts';
import { createPasswords } from '../../identity/passwords.ts';
import { createCheckPid } from '../../identity/pids.ts';
import type { AppContext } from '../../http/context.ts';
import type { ReadStale } from '../../platform/database/replica.ts';
import type { Feature } from '../../http/feature.ts';
import { hasMetricsToken } from '../../http/metrics.ts';
import type { CodeSettings } from '../../messages/settings.ts';
import type { ConsoleSettings } from './settings.ts';
import { createCursors } from '../../platform/cursor-page.ts';
import { createWindowCounts } from '../../platform/database/window-counts.ts';
import type { Sender } from '../../messages/messages.ts';
import { agreementHandlers } from './agreements.ts';
import { auditHandlers } from './audit.ts';
import { auditKeysOf } from './audit-keys.ts';
import { addAuditExport, auditExportHandlers } from './audit-export.ts';
import { addApiOpenApi } from './api-openapi.ts';
import { addApiCalls } from './api-routes.ts';
import { addImportUpload, type ReceiveImport } from './import-upload.ts';
import { childHandlers } from './children.ts';
import { createCookies } from './cookies.ts';
import { customFieldHandlers } from './custom-fields.ts';
import { operatorSignInHandlers } from './operator-sign-in.ts';
import type { ApiHandlers, ConsoleHandlers } from '../../http/console-handler.ts';
import { createFirstRunLink } from './one-time-links.ts';
import { messageHandlers } from './messages.ts';
import { addConsoleOpenApi } from './openapi.ts';
import { operatorHandlers } from './operators.ts';
import { createSchoolHealth, type SchoolHealth } from './health.ts';
import { overviewHandlers, type UsageLag } from './overview.ts';
import { ownSecondFactorHandlers } from './own-second-factors.ts';
import { ownSessionHandlers } from './own-session.ts';
import { peopleHandlers } from './people.ts';
import { blockHandlers } from './person-blocks.ts';
import { personChangeHandlers } from './person-changes.ts';
import { personSecondFactorHandlers } from './person-second-factor.ts';
import { timelineHandlers } from './person-timeline.ts';
import { proofHandlers } from './proof.ts';
import { createRefusalKeys, type RefusalKeys } from './refusal-keys.ts';
import type { ConsoleContext, FirstRunSettings, OnFirstAdmin } from './context.ts';
import { addConsoleCalls } from './routes.ts';
import { secondStepHandlers } from './second-step.ts';
import { createOperatorSessions } from './sessions.ts';
import { serviceTokenHandlers } from './service-tokens.ts';
import { signInClientHandlers } from './sign-in-clients.ts';
import { verificationCountHandlers } from './verification-counts.ts';
import { signInDiagnosisHandlers } from './sign-in-diagnosis.ts';

/** Concurrent password hashes for operators, and the length of their queue. */
const HASHING = { parallel: 1, queue: 32 } as const;
/** Operators are delayed, and refused by name, but never locked: the only admin could not be unlocked. */
const UNLOCKED = 2_147_483_647;
/** Window in ms in which wrong passwords of one operator name are counted. */
const NAME_WINDOW = 15 * 60_000;

export interface ConsoleApp extends AppContext {
  readonly readStale: ReadStale;
  readonly config: {
    readonly production: boolean;
    readonly secret: Secret;
    /** The pids that are served; undefined: any well-formed one. */
    readonly pids: readonly string[] | undefined;
    /** The public URL. The console accepts requests from pages of this origin only. */
    readonly issuer: string;
    readonly codes: CodeSettings;
    readonly console: ConsoleSettings;
    readonly minors: MinorsSettings;
    /** The data folder. */
    readonly data: string;
    readonly metricsToken: string | undefined;
  };
}

const consoleHandlersOf = (
  app: ConsoleApp,
  context: ConsoleContext,
  parts: Omit<ConsoleParts, 'handlers'>,
  { keys, health }: { readonly keys: RefusalKeys; readonly health: SchoolHealth },
) => {
  const { config, db, now } = app;
  const checkPid = createCheckPid(config.pids);
  return {
    ...operatorSignInHandlers(context),
    ...secondStepHandlers(context),
    ...ownSessionHandlers(context),
    ...ownSecondFactorHandlers(context),
    ...proofHandlers(context),
    ...operatorHandlers(context),
    ...auditHandlers({ db, now }),
    ...auditExportHandlers({ db, now, keys: auditKeysOf(config.secret) }),
    ...overviewHandlers({ readStale: app.readStale, now, usageLag: parts.usageLag }),
    getHealth: () => health.read(),
    ...peopleHandlers({ ...context, checkPid, sites: config.pids }),
    ...blockHandlers(context),
    ...personChangeHandlers({ db, now }),
    ...customFieldHandlers(context),
    ...childHandlers({ db, now, minors: config.minors }),
    ...personSecondFactorHandlers(context),
    ...signInDiagnosisHandlers({
      db,
      now,
      config,
      keys,
      senders: parts.senders,
      verification: parts.verificationVendors ?? [],
      flush: parts.flush ?? (async () => {}),
    }),
    ...timelineHandlers({ db, now, keys }),
    ...agreementHandlers({ ...context, checkPid }),
    ...signInClientHandlers(context),
    ...verificationCountHandlers(context),
    ...serviceTokenHandlers(context),
    ...messageHandlers({ ...context, config, senders: parts.senders }),
  };
};

type OwnCall = keyof ReturnType<typeof consoleHandlersOf>;

/** Handlers of the console calls that other features implement; those that are absent another process answers. */
export type FeatureHandlers = Partial<ConsoleHandlers<Exclude<ConsoleCallName, OwnCall>> & ApiHandlers>;

export interface ConsoleParts {
  readonly handlers: FeatureHandlers;
  /** Looks at a file of people. */
  readonly receiveImport: ReceiveImport;
  /** Message senders in the order in which they are tried. */
  readonly senders: readonly Pick<Sender, 'name' | 'channels'>[];
  /** The vendors of challenges that are configured, as rules name them (`GEETEST`). */
  readonly verificationVendors?: readonly string[];
  readonly thirdParties?: readonly ('wechat' | 'qq')[];
  readonly usageLag?: UsageLag;
  /** Writes the statistics that this process has not written yet. @default writes nothing */
  readonly flush?: () => Promise<void>;
  /** Absent: the first run asks for no settings. */
  readonly firstSettings?: FirstRunSettings;
  /** @default makes nothing */
  readonly onFirstAdmin?: OnFirstAdmin;
  /** Begins to make sample data; absent: this process makes none. */
  readonly startSample?: () => void;
  /** Whether this process makes the link of the first admin. @default true */
  readonly firstRun?: boolean;
}

export interface Console extends Feature {
  /** Path with a secret that creates the first admin; undefined once there are operators. */
  readonly firstRunLink: string | undefined;
}

/** The keyed hashes under which refusals are stored: written by the statistics, read by the sign-in diagnosis. */
export const refusalKeysOf = (secret: Secret): RefusalKeys =>
  createRefusalKeys(deriveKeys(secret, 'console'));

/** Opens the console on a migrated database. */
export const createConsole = async (app: ConsoleApp, parts: ConsoleParts): Promise<Console> => {
  const { config, db, now } = app;
  const { secret, issuer } = config;
  const sessions = createOperatorSessions({ db, now, settings: config.console });
  const cookies = createCookies({ https: issuer.startsWith('https:'), keys: deriveKeys(secret, 'console') });
  const tickets = createTickets({ db, now, secret });
  const site = `Rollcall ${new URL(issuer).hostname}`;
  const context: ConsoleContext = {
    db,
    readStale: app.readStale,
    now,
    sessions,
    cookies,
    passwords: await createPasswords(HASHING, app.hasher),
    loginThrottle: createLoginThrottle({ db, now, secret, queue: HASHING.queue, lock: UNLOCKED }),
    nameAttempts: createWindowCounts({
      db,
      now,
      key: deriveKey(secret, 'window counts'),
      use: 'operators',
      windowMs: NAME_WINDOW,
    }),
    tickets,
    secondFactors: createSecondFactors({
      db,
      now,
      key: await openDataKey({ db, secret }, 'second factors'),
      tickets,
      places: { issuer },
      site,
    }),
    secondFactorRequired: config.console.secondFactor === 'required',
    firstSettings: parts.firstSettings,
    onFirstAdmin: parts.onFirstAdmin ?? (async () => []),
    startSample: parts.startSample,
    site,
  };
  const access = { sessions, cookies, issuer, secondFactorRequired: context.secondFactorRequired };
  const health = createSchoolHealth({
    db,
    now,
    log: app.log,
    senders: parts.senders,
    verification: parts.verificationVendors ?? [],
    thirdParties: parts.thirdParties ?? [],
    usageLag: parts.usageLag,
    data: config.data,
    flush: parts.flush ?? (async () => {}),
  });
  const handlers: Partial<ConsoleHandlers & ApiHandlers> = {
    ...consoleHandlersOf(app, context, parts, { keys: refusalKeysOf(secret), health }),
    ...parts.handlers,
  };
  const firstRunLink =
    parts.firstRun === false
      ? undefined
      : await createFirstRunLink(db, { at: now(), recovery: config.console.recovery });
  return {
    addRoutes: server => {
      const shared = {
        db,
        now,
        cursors: createCursors(deriveKeys(secret, 'cursors')),
        strict: !config.production,
      };
      addConsoleCalls(server, handlers, { ...shared, ...access });
      addApiCalls(server, handlers, shared);
      addAuditExport(server, { db, now, keys: auditKeysOf(secret), ...access });
      addImportUpload(server, { db, now, ...access, receive: parts.receiveImport });
      addConsoleOpenApi(server, issuer);
      addApiOpenApi(server, issuer);
    },
    firstRunLink,
    detail: async ({ headers: { authorization, cookie } }) => {
      const mayRead = async () => {
        if (hasMetricsToken(authorization, config.metricsToken)) return true;
        const token = cookies.session(cookie);
        // A probe that carries the cookie is no use of the session.
        const operator = token === undefined ? undefined : await sessions.find(token, { use: false });
        return operator !== undefined && (operator.secondFactor || !context.secondFactorRequired);
      };
      return (await mayRead()) ? { health: (await health.read()).items } : undefined;
    },
  };
};
