/** For tests: the whole server with operators of each role, who call over HTTP as the console's pages do. */
import type { AnswerOf, BodyOf, QueryOf } from '@rollcall/contract';
import { refusals, type RefusalName } from '@rollcall/contract';
import {
  type ConsoleCall,
  type ConsoleCallName,
  type ConsoleCalls,
  consoleCalls,
  type Role,
} from '@rollcall/contract/console';
import { Refusal } from '../../../platform/refusal.ts';
import { createLink } from '../one-time-links.ts';
import { type TestAnswer, type TestServer, testServer } from '../../../app/testing.ts';

export const OPERATOR_PASSWORD = 'a long passphrase';

export interface ConsoleArguments<N extends ConsoleCallName = ConsoleCallName> {
  readonly body?: BodyOf<ConsoleCalls[N]>;
  readonly query?: QueryOf<ConsoleCalls[N]>;
  /** A Cookie header; absent: not signed in. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestConsole {
  readonly server: TestServer;
  /** Asks as a page of the console does: with an Origin. */
  ask<N extends ConsoleCallName>(name: N, args?: ConsoleArguments<N>): Promise<TestAnswer>;
  /** @throws Refusal, by the answer's code and status. */
  call<N extends ConsoleCallName>(name: N, args?: ConsoleArguments<N>): Promise<AnswerOf<ConsoleCalls[N]>>;
  /** Makes an operator by an invitation; the Cookie header of their session. */
  operator(role: Role, name?: string): Promise<string>;
  /** The Cookie headers of one operator of each role. */
  readonly cookies: Readonly<Record<Role, string>>;
  stop(): Promise<void>;
}

const nameOf = (code: string | undefined, status: number): RefusalName => {
  const found = Object.entries(refusals).find(([, row]) => row.code === code && row.status === status);
  if (!found) throw new Error(`The answer ${status} ${code} is none of the catalogue.`);
  return found[0] as RefusalName;
};

/** The Cookie header that a browser sends after this answer. */
export const cookiesOf = (answer: Pick<TestAnswer, 'headers'>): string =>
  answer.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ');

const queryText = (query: object | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = given.map(([key, value]) => [key, String(value)] as [string, string]);
  return text.length === 0 ? '' : `?${new URLSearchParams(text).toString()}`;
};

let operators = 0;

/** @param running the server, where there is one already */
export const testConsole = async (
  env: Record<string, string> = {},
  running?: TestServer,
): Promise<TestConsole> => {
  const server = running ?? (await testServer({ env }));
  // As a browser behind the school's proxy sends it.
  const origin = env['ROLLCALL_ISSUER']?.startsWith('https:') ? env['ROLLCALL_ISSUER'] : server.url;

  const ask: TestConsole['ask'] = (name, args = {}) => {
    const row: ConsoleCall = consoleCalls[name];
    return server.ask(
      row.method,
      row.path + queryText(args.query),
      row.body === undefined ? undefined : (args.body ?? {}),
      {
        ...(row.method === 'GET' ? {} : { origin }),
        ...(args.cookie === undefined ? {} : { cookie: args.cookie }),
        ...args.headers,
      },
    );
  };
  const call = async <N extends ConsoleCallName>(name: N, args: ConsoleArguments<N> = {}) => {
    const { status, json } = await ask(name, args);
    if (status === 200) return json?.data as AnswerOf<ConsoleCalls[N]>;
    throw new Refusal(nameOf(json?.code, status), {
      message: json?.msg ?? '',
      ...(json?.data === undefined ? {} : { data: json.data as Record<string, unknown> }),
    });
  };
  const entered = async (answer: Promise<TestAnswer>): Promise<string> => {
    const got = await answer;
    if (got.status !== 200) throw new Error(`Nobody got in: ${got.text}`);
    return cookiesOf(got);
  };

  const token = new URL(server.adminLink ?? 'none:').hash.slice(1);
  const admin = await entered(
    ask('createFirstOperator', { body: { token, name: 'First.Admin', password: OPERATOR_PASSWORD } }),
  );
  const operator = async (role: Role, name = `${role}-${(operators += 1)}`) => {
    const { link } = await createLink(server.app.db, { kind: 'invitation', role, at: server.now() });
    const body = { token: link.split('#')[1] ?? '', name, password: OPERATOR_PASSWORD };
    return entered(ask('acceptInvitation', { body }));
  };
  return {
    server,
    ask,
    call,
    operator,
    cookies: { admin, support: await operator('support'), viewer: await operator('viewer') },
    stop: () => server.stop(),
  };
};
