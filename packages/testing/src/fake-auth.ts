/** A client of the real account library whose calls a test answers. */
import { type Auth, init, type InitParams, memoryStorage } from '@rollcall/account';
import {
  type AnswerOf,
  type Call,
  type CallName,
  type Calls,
  calls,
  type Profile,
  type TokenSet,
} from '@rollcall/contract';
import { type Answered, fakeRequest, type SentRequest } from './fake-request.ts';
import { FakeRefusal } from './refused.ts';
import { usual } from './usual-answers.ts';

/** A call as the page made it. */
export interface FakeCall {
  readonly name: CallName;
  /** The body; of a call without one, the query. */
  readonly input: Readonly<Record<string, unknown>>;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

type Answer<N extends CallName> = AnswerOf<Calls[N]> | FakeRefusal;

/** Answers by the names of calls: the answer's `data`, `refused(…)`, or a function of the call that gives one of them. */
export type FakeAnswers = {
  readonly [N in CallName]?: Answer<N> | ((call: FakeCall) => Answer<N> | Promise<Answer<N>>) | undefined;
};

export interface FakeAuthOptions {
  /** Whether somebody is signed in. @default false */
  readonly signedIn?: boolean;
  /** The profile of the person who is, or will be, signed in. @default id `1` and the nickname `Pupil` */
  readonly profile?: Partial<Profile>;
  readonly answers?: FakeAnswers;
  /** Of `init`. @default those of a product `test` */
  readonly params?: Partial<InitParams>;
}

export interface FakeAuth {
  /** What `RollcallProvider` and every call of `@rollcall/account` take. */
  readonly auth: Auth;
  /** The calls that were made, in their order. */
  readonly calls: readonly FakeCall[];
  /** Adds answers, in the place of those of the same names. */
  answer(answers: FakeAnswers): void;
}

const encoded = (part: object): string =>
  btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Tokens in the form of real ones. Their signature is none: `@rollcall/testing/tokens` makes tokens for a service. */
const tokensFor = (sub: string): TokenSet => ({
  access: { token: `${encoded({ alg: 'none' })}.${encoded({ sub })}.`, type: 'Bearer', expires_in: 3600 },
  refresh: { token: `refresh-${sub}`, expires_in: 86_400 },
});

const profileOf = (given: Partial<Profile> = {}): Profile => ({
  id: '1',
  nickname: 'Pupil',
  avatar_url: null,
  fullname: null,
  birthday: null,
  sex: null,
  qq: null,
  description: null,
  grade: null,
  ...given,
});

const rows = Object.entries(calls as Readonly<Record<string, Call>>) as [CallName, Call][];

/**
 * Makes a client without a server, for tests of components and pages. Fields are checked and errors are made as with a server. Calls
 * that sign in, send a code, or answer nothing succeed unless the test says otherwise; another call without an answer
 * rejects with an error that names it.
 *
 * @example const { auth, calls } = fakeAuth({ answers: { loginByAccount: refused('WrongCredentials') } });
 * @see `docs/react.md`
 */
export function fakeAuth(options: FakeAuthOptions = {}): FakeAuth {
  const profile = profileOf(options.profile);
  const made: FakeCall[] = [];
  let answers: FakeAnswers = { ...options.answers };

  const respond = async ({ method, url, headers, body }: SentRequest): Promise<Answered> => {
    const { pathname, searchParams } = new URL(url);
    const [name] = rows.find(([, call]) => call.method === method && call.path === pathname) ?? [];
    if (!name) throw new Error(`There is no call ${method} ${pathname}.`);
    const input = (body ?? Object.fromEntries(searchParams)) as FakeCall['input'];
    const call: FakeCall = { name, input, headers };
    made.push(call);
    const given = answers[name] as unknown;
    const answer: unknown =
      typeof given === 'function'
        ? await given(call)
        : (given ?? usual(name, profile, tokensFor(profile.id)));
    if (answer instanceof FakeRefusal) return answer;
    if (answer !== undefined) return { status: 200, body: { data: answer } };
    return { status: 501, body: { code: 'fakeAuth', msg: `fakeAuth was given no answer for ${name}.` } };
  };

  const storage = memoryStorage();
  if (options.signedIn) storage.write(tokensFor(profile.id));
  const params = { pid: 'test', appid: 'test', product_code: 'test', platform: 'web', ...options.params };
  const auth = init(
    { ...params, host: 'https://rollcall.invalid' },
    {
      createRequest: () => fakeRequest(respond),
      storage,
      // Each test is a browser of its own: another tab's sign-out is none of its business.
      locks: { request: (_, work) => work() },
      joinTabs: () => () => {},
    },
  );
  return {
    auth,
    calls: made,
    answer: more => {
      answers = { ...answers, ...more };
    },
  };
}
