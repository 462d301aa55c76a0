/** For tests of the platform alone: a server that listens, with calls of the test's own and no database behind it. */
import type { AddressInfo } from 'node:net';
import type { Call } from '@rollcall/contract';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../app/config.ts';
import { createLog } from '../platform/log.ts';
import { refuse } from '../platform/refusal.ts';
import { refuseUnknownRoutes } from './known-routes.ts';
import type { Caller, Handler, OnCallEnd } from './handler.ts';
import { addCall } from './routes.ts';
import { signInSources } from '../features/accounts/third-party/vendors/csp-sources.ts';
import { verificationSources } from '../features/human-verification/csp-sources.ts';
import { addSecurity, joinSources } from './security.ts';
import { bareServer } from './server.ts';

export interface TestHttp {
  readonly url: string;
  readonly server: FastifyInstance;
  readonly lines: readonly string[];
  close(): Promise<void>;
}

export const caller: Caller = {
  accountId: 'account',
  sessionId: 'session',
  profile: {
    id: 'account',
    nickname: 'somebody',
    avatar_url: null,
    fullname: null,
    birthday: null,
    sex: null,
    qq: null,
    description: null,
    grade: null,
  },
};

/** `Bearer good` is somebody; everything else is TokenInvalid. */
const authorise = async (authorization: string | undefined): Promise<Caller> => {
  if (authorization === 'Bearer good') return caller;
  throw refuse('TokenInvalid');
};

export const platformConfig = (env: Record<string, string> = {}): Config =>
  readConfig({
    ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
    ROLLCALL_LOG_LEVEL: 'trace',
    ...env,
  });

/** The sources of the vendors that are configured. */
export const testCspSources = ({ humanVerification: captcha, thirdParty }: Config) =>
  joinSources([signInSources(thirdParty), verificationSources(captcha)]);

/** Listens with the given calls; `add` puts further routes in. */
export const testHttp = async (
  table: Readonly<Record<string, { call: Call; handler: Handler<Call> }>>,
  options: {
    env?: Record<string, string>;
    strict?: boolean;
    onCallEnd?: OnCallEnd;
    add?: (server: FastifyInstance) => void | Promise<void>;
  } = {},
): Promise<TestHttp> => {
  const config = platformConfig(options.env);
  const lines: string[] = [];
  const log = createLog(config, { write: line => void lines.push(line) });
  const server = bareServer({ config, log });
  await addSecurity(server, config);
  refuseUnknownRoutes(server);
  for (const [name, { call, handler }] of Object.entries(table)) {
    addCall(server, name, call, handler, {
      authorise,
      strict: options.strict ?? true,
      onCallEnd: options.onCallEnd ? [options.onCallEnd] : [],
    });
  }
  await options.add?.(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, lines, close: () => server.close() };
};
