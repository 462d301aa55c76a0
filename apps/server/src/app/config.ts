/** The configuration: read once from the environment, checked whole, and never asked for again. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type HumanVerificationSettings,
  humanVerificationSettings,
} from '../features/human-verification/settings.ts';
import type { NamesSettings } from '../features/accounts/profile/names/settings.ts';
import { type Problem, Reader, InvalidSetting } from '../platform/config-reader.ts';
import type { MinorsSettings } from '../identity/minors/age.ts';
import type { DatabaseSettings } from '../platform/database/connection.ts';
import type { LogLevel } from '../platform/log.ts';
import type { ConsoleSettings } from '../features/console/settings.ts';
import type { ServiceSecret } from '../http/services.ts';
import { type HttpSettings, staticUrlSetting } from '../http/settings.ts';
import type { Site } from '../http/site-foot.ts';
import type { PagesSettings } from '../features/hosted-pages/settings.ts';
import type { HashingSettings } from '../identity/passwords.ts';
import {
  type CodeSettings,
  type MessageSettings,
  messageSettings,
  type SenderName,
} from '../messages/settings.ts';
import { type MonitorSettings, monitorSettings } from '../features/monitoring/settings.ts';
import { type WebhookSettings, webhookSettings } from '../features/webhooks/settings.ts';
import { readOrCreateSecret, SECRET_LENGTH } from '../platform/secret.ts';
import {
  type ThirdPartySettings,
  thirdPartySettings,
} from '../features/accounts/third-party/vendors/settings.ts';
import { hasOutsideEngines, type UsageSettings, usageSettings } from '../features/usage/settings.ts';
import type { Secret } from '../platform/derive-key.ts';
import { type TracingSettings, tracingSettings } from '../platform/tracing/settings.ts';
import {
  databaseUrl,
  issuer,
  metricsToken,
  origin,
  pid,
  replicaUrl,
  securityContact,
  sender,
  trustProxy,
  validSecret,
} from './config-values.ts';
import { requireForProduction } from './production-settings.ts';
import type { ServerWords } from './words.ts';
import { hasAllRoles, type Role, rolesSetting } from './roles.ts';
import { databaseTable, environments, serverTable } from './server-settings.ts';
import { serviceSecrets } from './service-secrets.ts';
import { readStorable, type Storable } from './storable-settings.ts';
import { workersSetting } from './workers-setting.ts';
import { codeTable } from '../messages/code-table.ts';

export type Environment = (typeof environments)[number];

export interface SettingsSource {
  /** Whether what operators set in the console counts. @default true */
  readonly fromConsole: boolean;
  /** The text of a variable of the environment; undefined: unset. */
  readonly given: (name: string) => string | undefined;
  /**
   * Reads again what operators can set, with the checks of the start.
   * @param stored their texts, by variable; one that the environment sets does not count
   */
  readonly read: (stored: ReadonlyMap<string, string>) => {
    readonly storable: Storable;
    readonly problems: readonly Problem[];
  };
}

export interface Config extends HttpSettings, DatabaseSettings {
  /** What this process does. @default all */
  readonly roles: readonly Role[];
  /** Worker processes beside the owner of the embedded engines; 1: none, one process does everything. @default 1 */
  readonly workers: number;
  /** The environment; `prod` is stricter. @default dev */
  readonly env: Environment;
  /** 0 takes any free port. @default 8080 */
  readonly port: number;
  /** The address that it listens at. @default 127.0.0.1 */
  readonly host: string;
  /** Absolute path of the data folder: embedded database, event log, event store, pictures. @default ./data */
  readonly data: string;
  /**
   * Keys are derived from it, one for each use.
   * @default made once and kept in the data folder, outside production
   */
  readonly secret: Secret;
  /** The pids that are served; undefined: any well-formed one. @default any */
  readonly pids: readonly string[] | undefined;
  /** The pids whose people must have a second factor. @default none */
  readonly secondFactorPids: readonly string[];
  /** The least level that is logged. @default info */
  readonly logLevel: LogLevel;
  /** Where traces are sent; undefined: nothing is traced. @default none */
  readonly tracing: TracingSettings | undefined;
  /**
   * Names of the message senders in the order in which they are tried.
   * @default none in production, else development
   */
  readonly senders: readonly SenderName[];
  /** Settings of those senders. */
  readonly messages: MessageSettings;
  readonly codes: CodeSettings;
  readonly hashing: HashingSettings;
  readonly thirdParty: ThirdPartySettings;
  readonly humanVerification: HumanVerificationSettings;
  readonly usage: UsageSettings;
  readonly console: ConsoleSettings;
  readonly monitor: MonitorSettings;
  readonly alertDefaults: Storable['alertDefaults'];
  readonly webhooks: WebhookSettings;
  /** With which the builds of products upload source maps; `pid` is the product. @default none */
  readonly sourceMapSecrets: readonly ServiceSecret[];
  readonly pages: PagesSettings & Pick<Site, 'foot'>;
  /** What the server says itself. */
  readonly words: ServerWords;
  /** Whether the server runs from its published package. */
  readonly packaged: boolean;
  readonly minors: MinorsSettings;
  readonly names: NamesSettings;
  /** Where settings come from. */
  readonly settings: SettingsSource;
  /** Storage of profile pictures. @default database with a database by URL, else folder */
  readonly pictures: 'folder' | 'database';
  /** Storage of export files: a folder, or the database where another process may share it. */
  readonly exports: 'folder' | 'database';
  /** Storage of records that the event store can't take, likewise. */
  readonly quarantine: 'folder' | 'database';
}

/** The built pages lie beside the server: `apps/web/dist`, seen from `apps/server/src/app` and `apps/server/dist`. */
const builtPages = (): string => {
  const source = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(source ? '../../../web/dist' : '../../web/dist', import.meta.url));
};

/** Whether this is the published package: there the command `rollcall-server` lies beside the built server. */
const isPackaged = (): boolean =>
  !import.meta.url.endsWith('.ts') && existsSync(new URL('rollcall-server.mjs', import.meta.url));

/**
 * Reads the ROLLCALL_* variables. An empty value counts as unset. Outside production an unset secret is made once
 * and kept in the data folder (`secret`, readable by its owner only).
 *
 * @param env the environment, normally `process.env`
 * @throws ConfigError that names every wrong variable, its value and what is expected.
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const reader = new Reader(env);
  const environment = reader.oneOf(serverTable.ROLLCALL_ENV);
  const production = environment === 'prod';
  const host = reader.matching(
    'ROLLCALL_HOST',
    /^[\w.:%-]{1,255}$/,
    'a host name or an IP address',
    '127.0.0.1',
  );
  const port = reader.integer(serverTable.ROLLCALL_PORT);
  const data = resolve(reader.text('ROLLCALL_DATA') ?? './data');
  const senders = reader.list('ROLLCALL_SENDERS', sender(production)) ?? (production ? [] : ['development']);
  const pids = reader.list('ROLLCALL_PIDS', pid);
  const origins = reader.list('ROLLCALL_ORIGINS', origin) ?? (production ? [] : 'loopback');
  const publicIssuer = reader.checked('ROLLCALL_ISSUER', issuer) ?? publicUrl(host, port);
  const usage = usageSettings(reader, production);
  const embedded = !hasOutsideEngines(usage);
  const roles = rolesSetting(reader, embedded);
  const workers = workersSetting(reader, roles);
  const cores = availableParallelism();
  const served: Parameters<typeof readStorable>[1] = {
    production,
    issuer: publicIssuer,
    origins,
    pids,
    products: usage.products,
  };
  const storable = readStorable(reader, served);
  const config = {
    env: environment,
    production,
    port,
    host,
    data,
    databaseUrl: reader.checked('ROLLCALL_DATABASE_URL', databaseUrl),
    databaseReplicaUrl: reader.checked('ROLLCALL_DATABASE_REPLICA_URL', replicaUrl),
    roles,
    workers,
    databasePool: reader.integer(databaseTable.ROLLCALL_DATABASE_POOL),
    pids,
    secondFactorPids: secondFactorPids(reader, pids),
    services: serviceSecrets(reader, 'ROLLCALL_SERVICE_SECRETS', {
      what: 'pid',
      named: pids,
      by: 'pids of ROLLCALL_PIDS',
    }),
    sourceMapSecrets: serviceSecrets(reader, 'ROLLCALL_SOURCE_MAP_SECRETS', {
      what: 'product',
      named: usage.products,
      by: 'products of ROLLCALL_PRODUCTS',
    }),
    metricsToken: reader.checked('ROLLCALL_METRICS_TOKEN', metricsToken),
    securityContact: reader.checked('ROLLCALL_SECURITY_CONTACT', securityContact),
    origins,
    trustProxy: reader.checked('ROLLCALL_TRUST_PROXY', trustProxy) ?? [],
    logLevel: reader.oneOf(serverTable.ROLLCALL_LOG_LEVEL),
    tracing: tracingSettings(reader),
    issuer: publicIssuer,
    web: resolve(reader.text('ROLLCALL_WEB') ?? builtPages()),
    packaged: isPackaged(),
    staticUrl: staticUrlSetting(reader),
    senders,
    messages: messageSettings(reader, senders, production),
    hashing: {
      parallel: reader.integer(codeTable.ROLLCALL_HASH_PARALLEL, {
        usual: Math.max(1, Math.floor(cores / workers)),
      }),
      queue: reader.integer(codeTable.ROLLCALL_HASH_QUEUE),
    },
    thirdParty: thirdPartySettings(reader, { production, issuer: publicIssuer }),
    humanVerification: humanVerificationSettings(reader, production),
    usage,
    monitor: monitorSettings(reader, production),
    webhooks: webhookSettings(reader, production),
    ...storable,
    minors: {
      mode: reader.oneOf(serverTable.ROLLCALL_MINORS),
      age: reader.integer(serverTable.ROLLCALL_CHILD_AGE),
    },
    pictures: reader.oneOf(databaseTable.ROLLCALL_PICTURES, {
      usual: reader.isSet('ROLLCALL_DATABASE_URL') ? 'database' : 'folder',
    }),
    settings: {
      fromConsole: reader.oneOf(serverTable.ROLLCALL_SETTINGS) === 'console',
      given: name => reader.given(name),
      read: stored => {
        const again = reader.withStored(stored);
        return { storable: readStorable(again, served), problems: again.problems };
      },
    },
    exports: embedded && !reader.isSet('ROLLCALL_DATABASE_URL') ? 'folder' : 'database',
    quarantine: embedded ? 'folder' : 'database',
  } as const satisfies Omit<Config, 'secret'>;
  const given = reader.checked('ROLLCALL_SECRET', validSecret);
  const previous = reader.checked('ROLLCALL_SECRET_PREVIOUS', value => {
    if (value === given) throw new InvalidSetting('another value than ROLLCALL_SECRET', '(not shown)');
    return validSecret(value);
  });
  if (production && given === undefined && !reader.isSet('ROLLCALL_SECRET')) {
    reader.wrong(
      'ROLLCALL_SECRET',
      undefined,
      `a secret of your own of at least ${SECRET_LENGTH} characters in prod`,
    );
  }
  if (production) {
    requireForProduction(reader, config.issuer, pids);
  }
  if (!hasAllRoles(roles) && config.pictures === 'folder')
    reader.wrong('ROLLCALL_PICTURES', 'folder', 'database, which all processes share');
  reader.end();
  const current = given ?? readOrCreateSecret(data);
  return { ...config, secret: previous === undefined ? current : { current, previous } };
};

/** The server's own URL; a wildcard host is replaced by localhost. */
export const publicUrl = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

/** Pids that are not served would demand nothing: a mistake in writing must not go unseen. */
const secondFactorPids = (reader: Reader, pids: readonly string[] | undefined): readonly string[] => {
  const given = reader.list('ROLLCALL_SECOND_FACTOR_PIDS', pid) ?? [];
  const unknown = given.filter(one => pids !== undefined && !pids.includes(one));
  if (unknown.length > 0)
    reader.wrong('ROLLCALL_SECOND_FACTOR_PIDS', unknown.join(','), 'pids of ROLLCALL_PIDS');
  return given;
};
