/** For tests: the accounts over HTTP against the whole server, with third parties beside it. */
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  type CallName,
  type Calls,
  calls,
  headers,
  type QueryOf,
  refusals,
  type RefusalName,
} from '@rollcall/contract';
import {
  startVerificationVendors,
  type TestVerificationVendors,
} from '../../human-verification/testing/vendors.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type TestServer, testServer } from '../../../app/testing.ts';
import { startVendors, type TestVendors, vendorsEnv } from '../third-party/testing.ts';
import { DEMANDING, newPhone, PASSWORD, PID, SERVICE_SECRET } from '../testing.ts';
import { createTickets, type TicketSubjects } from '../../../identity/tickets.ts';
import { issueVerification } from '../../../identity/verification.ts';
import { readIdentity } from '../../../platform/identifier.ts';

export interface HttpArguments<N extends CallName = CallName> {
  /** What a call that takes a file is sent, with its type among the headers. */
  readonly file?: Uint8Array;
  readonly body?: BodyOf<Calls[N]>;
  readonly query?: QueryOf<Calls[N]>;
  /** An access token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** For every call, what it takes to succeed. */
export type ValidRequests = { readonly [N in CallName]: () => Promise<HttpArguments<N>> };

export interface Person {
  readonly id: string;
  readonly phone: string;
  readonly access: string;
  readonly refresh: string;
}

export interface HttpAccounts {
  readonly server: TestServer;
  readonly vendors: TestVendors;
  readonly verificationVendors: TestVerificationVendors;
  /** Every server code that was answered. */
  readonly codes: Set<string>;
  /** @throws Refusal, by the answer's code and status; Error for anything that is no answer of the contract. */
  call<N extends CallName>(name: N, args?: HttpArguments<N>): Promise<AnswerOf<Calls[N]>>;
  /** The code that was sent last to an address. */
  code(to: string): string;
  /** An account with a number and no password. */
  visitor(phone?: string): Promise<Person>;
  /** An account with a number and PASSWORD. */
  member(phone?: string): Promise<Person>;
  /** Signs in with a password, at PID. @param identity any name of the account @param password @default PASSWORD */
  signIn(identity: string, password?: string): Promise<AnswerOf<Calls['loginByAccount']>>;
  block(accountId: string): Promise<void>;
  /** A ticket of the human verification. */
  verified(
    scene: { readonly scene: string; readonly identity: string; readonly pid: string },
    captchaId?: string,
  ): Promise<string>;
  /** A person before a challenge. */
  attempt(subject: Partial<TicketSubjects['attempt']>): Promise<string>;
  close(): Promise<void>;
}

const nameOf = (code: string | undefined, status: number): RefusalName => {
  const found = Object.entries(refusals).find(([, row]) => row.code === code && row.status === status);
  if (!found) throw new Error(`The answer ${status} ${code} is none of the catalogue.`);
  return found[0] as RefusalName;
};

export const httpAccounts = async (env: Record<string, string> = {}): Promise<HttpAccounts> => {
  const vendors = await startVendors();
  const verificationVendors = await startVerificationVendors();
  const secondFactorPids = {
    ROLLCALL_SECOND_FACTOR_PIDS: DEMANDING,
    ROLLCALL_SERVICE_SECRETS: `${PID}:${SERVICE_SECRET}`,
  };
  const server = await testServer({
    env: { ...vendorsEnv(vendors), ...verificationVendors.env, ...secondFactorPids, ...env },
  });
  const { app } = server;
  const tickets = createTickets({ db: app.db, now: server.now, secret: app.config.secret });
  const codes = new Set<string>();

  const context: HttpAccounts = {
    server,
    vendors,
    verificationVendors,
    codes,
    call: async <N extends CallName>(name: N, args: HttpArguments<N> = {}) => {
      const row: Call = calls[name];
      const query = args.query
        ? `?${new URLSearchParams(args.query as Record<string, string>).toString()}`
        : '';
      const body = args.file ?? (row.body === undefined ? undefined : (args.body ?? {}));
      const { status, json } = await server.ask(row.method, row.path + query, body, {
        [headers.pid]: PID,
        ...(args.token === undefined ? {} : { authorization: `Bearer ${args.token}` }),
        ...args.headers,
      });
      if (status === 200) return json?.data as AnswerOf<Calls[N]>;
      if (json?.code) codes.add(json.code);
      throw new Refusal(nameOf(json?.code, status), {
        message: json?.msg ?? '',
        ...(json?.data === undefined ? {} : { data: json.data as Record<string, unknown> }),
      });
    },
    code: to => {
      const [code] = server.codes(to);
      if (code === undefined) throw new Error(`Nothing was sent to ${to}.`);
      return code;
    },
    visitor: async (phone = newPhone()) => {
      await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid: PID } });
      const body = { phone_number: phone, captcha: context.code(phone), pid: PID };
      const { auth } = await context.call('loginSilently', { body });
      const { access, refresh } = auth.token;
      return { id: auth.account_id, phone, access: access.token, refresh: refresh.token };
    },
    member: async phone => {
      const person = await context.visitor(phone);
      const body = { password: PASSWORD, confirm_password: PASSWORD };
      await context.call('initPassword', { token: person.access, body });
      return person;
    },
    signIn: (identity, password = PASSWORD) =>
      context.call('loginByAccount', { body: { identity, password, pid: PID } }),
    block: async id => {
      await app.db
        .updateTable('accounts')
        .set({ blocked_at: new Date(server.now()) })
        .where('id', '=', id)
        .execute();
    },
    verified: ({ scene, identity, pid }, captchaId) =>
      issueVerification(
        tickets,
        app.db,
        { scene, identifier: readIdentity(identity), pid },
        captchaId === undefined ? {} : { captchaId },
      ),
    attempt: subject =>
      tickets.issue(app.db, 'attempt', {
        rule: 'ALTCHA',
        scene: 'register',
        identity: newPhone(),
        pid: PID,
        device: '',
        appid: null,
        ...subject,
      }),
    close: async () => {
      await server.stop();
      await vendors.close();
      await verificationVendors.close();
    },
  };
  return context;
};

/** The account that an access token is of. */
export const holderOf = (token: string): string => {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
};
