/** For tests: the accounts over a real database, called as the routes call them, with a clock that the test holds. */
import { type AnswerOf, type BodyOf, type Calls, calls, type QueryOf } from '@rollcall/contract';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import * as v from 'valibot';
import type { Handler, Input } from '../../http/handler.ts';
import { clientOf } from '../../http/client-headers.ts';
import { identifierOf } from '../../http/routes.ts';
import type { Message, Messages } from '../../messages/messages.ts';
import { createMessageBudget } from '../../messages/message-budget.ts';
import type { Notice } from '../../messages/notices.ts';
import { databasePictures } from '../../pictures/database-pictures.ts';
import { createPictureDecoder } from '../../pictures/decoder.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { type AccountCall, type Accounts, createAccounts } from './accounts.ts';
import { createAccountJobs } from './jobs.ts';
import type { Hasher } from '../../platform/hasher.ts';
import { quickHasher } from '../../platform/testing/quick-hasher.ts';

export interface CallArguments<N extends AccountCall> {
  body?: BodyOf<Calls[N]>;
  query?: QueryOf<Calls[N]>;
  /** An access token. */
  token?: string;
  ip?: string;
  /** The Cookie header. */
  cookie?: string;
  userAgent?: string;
  language?: 'zh-CN' | 'en';
}

export interface TestAccounts extends Accounts {
  readonly database: TestDatabase;
  readonly now: HeldClock;
  /** Every message that was sent, oldest first. */
  readonly sent: Message[];
  /** Every cookie that was set, as Set-Cookie has it. */
  readonly cookies: string[];
  /** Every security message that was sent, oldest first. */
  readonly notices: Notice[];
  /** Sends the security messages that are due. */
  sendNotices(): Promise<void>;
  /** While set, the sender throws it instead of sending. */
  failure: Error | undefined;
  /** Channels whose sender has no template for security messages. */
  readonly unserved: Set<Notice['channel']>;
  /** Checks the body by the contract, authorises, calls the handler, checks the answer by the contract. */
  call<N extends AccountCall>(name: N, args?: CallArguments<N>): Promise<AnswerOf<Calls[N]>>;
  /** The code that was sent last to an address. */
  code(to: string): string;
  /** Registers a number (the password is PASSWORD) and gives its tokens. */
  register(phone?: string): Promise<{ id: string; phone: string; access: string; refresh: string }>;
  block(accountId: string): Promise<void>;
  close(): Promise<void>;
}

export const PASSWORD = 'Correct-1';
export const PID = 'school';
/** The secret of a service of PID, in `httpAccounts`. */
export const SERVICE_SECRET = 'q7-service-of-tests-0123456789-Zkxw';
/** A pid that demands a second factor, in `httpAccounts`. */
export const DEMANDING = 'guarded';

let lastPhone = 13_800_000_000;
/** A number that no test has used. */
export const newPhone = (): string => {
  lastPhone += 1;
  return String(lastPhone);
};

/** Opens accounts with a database of their own; `close` removes it. */
export const testAccounts = async (
  options: {
    env?: Record<string, string>;
    /** @default quickHasher */
    hasher?: Hasher;
    /** Called with the kind of every statement that the accounts send to the database. */
    onStatement?: (kind: string) => void;
  } = {},
): Promise<TestAccounts> => {
  const database = await testDatabase({ env: options.env ?? {} });
  const now = heldClock();
  const log = pino({ level: 'silent' });
  const sent: Message[] = [];
  const notices: Notice[] = [];
  const messages: Messages = {
    send: async message => {
      if (context.failure) throw context.failure;
      sent.push(message);
    },
    serves: ({ channel }) => !context.unserved.has(channel),
    notify: async notice => {
      if (context.failure) return 'failed';
      notices.push(notice);
      return 'sent';
    },
  };
  const { config, db, connect } = database;
  const { onStatement } = options;
  const watched = onStatement
    ? db.withPlugin({
        transformQuery: ({ node }) => {
          onStatement(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      })
    : db;
  const pictures = databasePictures(db, now);
  const decoder = createPictureDecoder();
  const messageBudget = createMessageBudget({ db, log, limits: config.codes });
  const { hasher = quickHasher } = options;
  const accounts = await createAccounts({
    config,
    db: watched,
    connect,
    now,
    log,
    hasher,
    messages,
    messageBudget,
    pictures,
    decoder,
  });
  const { keys } = accounts;
  const jobs = createAccountJobs({
    config,
    db: watched,
    connect,
    now,
    log,
    messages,
    messageBudget,
    pictures,
    keys,
  });

  const context: TestAccounts = {
    ...accounts,
    jobs: [...(accounts.jobs ?? []), ...(jobs.jobs ?? [])],
    database,
    now,
    sent,
    cookies: [],
    notices,
    sendNotices: async () => {
      await jobs.jobs?.find(({ name }) => name === 'send security messages')?.run(now());
    },
    failure: undefined,
    unserved: new Set(),
    call: async (name, args = {}) => {
      const row: (typeof calls)[AccountCall] = calls[name];
      const header = args.token === undefined ? undefined : `Bearer ${args.token}`;
      const open = row.token === 'none' || (row.token === 'optional' && header === undefined);
      const body = 'body' in row ? v.parse(row.body, args.body) : undefined;
      const query = 'query' in row ? v.parse(row.query, args.query ?? {}) : undefined;
      const input = {
        body,
        query,
        identifier: identifierOf(row, body ?? query),
        caller: open ? undefined : await accounts.authorise(header, { waiting: 'waiting' in row }),
        ip: args.ip ?? '192.0.2.1',
        userAgent: args.userAgent ?? 'vitest',
        client: clientOf({}, false),
        language: args.language ?? 'en',
        header: (header: string) => (header === 'cookie' ? args.cookie : undefined),
        setCookie: (cookie: string) => context.cookies.push(cookie),
        log: log as FastifyBaseLogger,
      };
      const handler = accounts.handlers[name] as Handler<Calls[typeof name]>;
      const answer = await handler(input as unknown as Input<Calls[typeof name]>);
      return v.parse(row.answer, answer) as AnswerOf<Calls[typeof name]>;
    },
    code: to => {
      const message = sent.findLast(one => one.to === to);
      if (message?.code === undefined) throw new Error(`No code was sent to ${to}.`);
      return message.code;
    },
    register: async (phone = newPhone()) => {
      await context.call('sendRegisterCaptcha', { body: { phone_number: phone, pid: PID } });
      const { auth } = await context.call('registerByPhone', {
        body: {
          phone_number: phone,
          captcha: context.code(phone),
          password: PASSWORD,
          agreement_ids: [-1],
          pid: PID,
        },
      });
      return {
        id: auth.account_id,
        phone,
        access: auth.token.access.token,
        refresh: auth.token.refresh.token,
      };
    },
    block: async accountId => {
      await db
        .updateTable('accounts')
        .set({ blocked_at: new Date(now()) })
        .where('id', '=', accountId)
        .execute();
    },
    close: async () => {
      decoder.close();
      await database.close();
    },
  };
  return context;
};

/** The refusal that a call ends in. @throws Error where it succeeds, or fails otherwise. */
export const refusalOf = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

/** `ok`, or the name of the refusal, of each of many calls. */
export const outcomes = (all: readonly Promise<unknown>[]): Promise<string[]> =>
  Promise.all(
    all.map(one =>
      one.then(
        () => 'ok',
        (error: unknown) => {
          if (error instanceof Refusal) return error.refusal;
          throw error;
        },
      ),
    ),
  );

/** Another code than this one. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');
