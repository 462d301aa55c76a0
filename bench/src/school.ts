/** A school's people and an operator, who make calls over HTTP. */
import { ok, send } from './load.ts';
import type { Running } from './processes.ts';

const accounts = '/tiger/v3/web/accounts';
const PASSWORD = 'Secret#1';
const pid = 'bench';

interface Token {
  access: { token: string };
  refresh: { token: string };
}

/** One call of one caller, who is signed in. */
type Call = (caller: number) => Promise<void>;
export type Calls = Readonly<
  Record<
    'sign-in by password' | 'refresh' | 'profile read' | 'search, a whole number' | 'search, part of a name',
    Call
  >
>;

const signUp = async ({ url }: Running, phone_number: string): Promise<Token> => {
  await ok(send('POST', `${url}${accounts}/captcha/register/phone/with-agreement`, { phone_number, pid }));
  const [message] = await ok<{ code: string }[]>(send('GET', `${url}/dev/messages.json?to=${phone_number}`));
  const body = { phone_number, pid, captcha: message?.code, password: PASSWORD, agreement_ids: [-1] };
  const signedUp = await ok<{ data: { auth: { token: Token } } }>(
    send('POST', `${url}${accounts}/register/phone/with-agreement`, body),
  );
  return signedUp.data.auth.token;
};

/** @returns the first admin's cookies, by the link that the server printed */
const firstAdmin = async (server: Running): Promise<string> => {
  const token = /first-run#([\w-]+)/.exec(server.output())?.[1];
  const body = { token, name: 'bench', password: 'a long passphrase' };
  const answer = await send('POST', `${server.url}/console/v1/first-run`, body, { origin: server.url });
  if (answer.status !== 200) throw new Error(answer.body);
  return answer.cookies.map(line => line.split(';', 1)[0]).join('; ');
};

/**
 * @param rows how many made-up accounts there are to be searched (`fillAccounts`)
 * @returns the calls; each throws unless it is answered as it should be
 */
export const openSchool = async (
  server: Running,
  { callers, rows }: { readonly callers: number; readonly rows: number },
): Promise<Calls> => {
  const phones = Array.from({ length: callers }, (_, n) => `1390000${String(n).padStart(4, '0')}`);
  const tokens: Token[] = [];
  for (const phone of phones) tokens.push(await signUp(server, phone));
  const cookie = await firstAdmin(server);
  const search = async (q: string, wanted: number) => {
    const { data } = await ok<{ data: { items: unknown[] } }>(
      send('GET', `${server.url}/console/v1/people?q=${encodeURIComponent(q)}`, undefined, { cookie }),
    );
    if (data.items.length < wanted) throw new Error(`${q}: ${data.items.length} found.`);
  };
  return {
    'sign-in by password': async n => {
      const body = { identity: phones[n], password: PASSWORD, pid, agreement_ids: [-1] };
      await ok(send('POST', `${server.url}${accounts}/login`, body));
    },
    refresh: async n => {
      const { data } = await ok<{ data: Token }>(
        send('PUT', `${server.url}${accounts}/tokens/refresh`, { refresh_token: tokens[n]?.refresh.token }),
      );
      tokens[n] = data;
    },
    'profile read': async n => {
      const authorization = `Bearer ${tokens[n]?.access.token}`;
      await ok(send('GET', `${server.url}${accounts}/profile`, undefined, { authorization }));
    },
    'search, a whole number': () =>
      search(`15${String(1 + Math.floor(Math.random() * rows)).padStart(9, '0')}`, 1),
    'search, part of a name': () => search(`王${Math.floor(Math.random() * 100)}`, 20),
  };
};
