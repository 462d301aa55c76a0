/** People who sign up over HTTP, as the browser library would. */
import type { Page } from 'playwright-core';
import type { RunningServer } from './server.ts';

const accounts = '/tiger/v3/web/accounts';

export interface Answer {
  readonly status: number;
  readonly body: { data?: Record<string, unknown>; code?: string };
  readonly headers: Headers;
}

/** One call of the wire, with a JSON body. @param path of an account call; of any other with a slash at its front */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${path.startsWith('/') ? path : `${accounts}/${path}`}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'], headers: answer.headers };
}

let next = 0;
/** A number that no other call of this run gave. */
export const newPhone = (): string =>
  `139${String(Date.now() % 1e4).padStart(4, '0')}${String(next++).padStart(4, '0')}`;

/** The ids of the agreements in force: a sign-in does not ask for accepted ones again. */
export async function inForce(url: string, pid = 'test'): Promise<number[]> {
  const { body } = await call(url, 'GET', `agreements?pid=${pid}`);
  return (body.data as unknown as { id: number }[]).map(({ id }) => id);
}

/**
 * Signs a new number up. Resolves with the answer to the registration: whether it was acknowledged is for
 * the caller to see.
 *
 * @param headers of both calls
 */
export async function signUp(
  server: Pick<RunningServer, 'url' | 'code'>,
  phone_number: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = await call(
    server.url,
    'POST',
    'captcha/register/phone/with-agreement',
    {
      phone_number,
      pid: 'test',
    },
    undefined,
    headers,
  );
  if (sent.status !== 200) throw new Error(`No code was sent: ${JSON.stringify(sent)}`);
  const captcha = await server.code(phone_number);
  return call(
    server.url,
    'POST',
    'register/phone/with-agreement',
    {
      phone_number,
      captcha,
      password,
      agreement_ids: await inForce(server.url),
      pid: 'test',
    },
    undefined,
    headers,
  );
}

export interface Tokens {
  readonly access: { readonly token: string; readonly type: string };
  readonly refresh: { readonly token: string };
}

/** The token set of a sign-in; an error that shows the answer where it was refused. */
export function tokensOf({ body }: Pick<Answer, 'body'>): Tokens {
  const auth = body.data?.['auth'] as { token: Tokens } | undefined;
  if (!auth) throw new Error(`No sign-in: ${JSON.stringify(body)}`);
  return auth.token;
}

/** Waits until the script has taken over what the server rendered: before, a press of Enter is lost. */
export const takenOver = (page: Page): Promise<void> =>
  page.locator('header button[lang]:enabled').waitFor({ state: 'attached' });

/** Signs in by password on the sign-in page that is open. */
export async function enterPassword(page: Page, identity: string, password: string): Promise<void> {
  await takenOver(page);
  await page.locator('input[name="way"][value="password"]').check({ force: true });
  await page.locator('input[autocomplete^="username"]').fill(identity);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.keyboard.press('Enter');
}

/**
 * Asks the server for something on an account page whose session has ended elsewhere, by the link of a section. A late call of
 * the page may have noticed already: then the link is gone, or the page is leaving for the sign-in, and nothing is pressed.
 */
export const askWithEndedSession = (page: Page): Promise<void> =>
  page
    .getByRole('link', { name: 'Devices' })
    .evaluateAll(links => {
      for (const link of links) (link as HTMLElement).click();
    })
    .catch(() => undefined);

/** Presses a button that sends a code to a phone. @returns the code, once the page says that it was sent */
export async function requestCode(
  page: Page,
  server: RunningServer,
  phone: string,
  press: () => Promise<void>,
): Promise<string> {
  const sent = page.waitForResponse(
    answer =>
      /\/captcha\/(?:register\/phone\/with-agreement|login\/silence|oauth)$/.test(answer.url()) &&
      answer.ok(),
  );
  await Promise.all([sent, press()]);
  // By then the page has moved the focus to the code, which would take what is typed into another field.
  await page
    .getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
    .first()
    .waitFor();
  return server.code(phone);
}
