/** The code that a server outside production sent, for tests in a browser. */
export interface LastCodeOptions {
  /** The server's own origin. @default `http://127.0.0.1:8080` */
  readonly host?: string;
  /** The code before it, which was sent already: another one is waited for. */
  readonly after?: string | undefined;
  /** Milliseconds that it waits for a code. @default 10_000 */
  readonly timeout?: number;
}

/** Milliseconds between two looks. */
const PAUSE = 100;

/**
 * The code that was sent last to a number or an address; waits until there is one.
 *
 * @param to eleven digits, or an e-mail address
 * @throws an Error if none comes in time, or if the server shows no codes, as in production
 * @example const code = await lastCode('13800000000');
 * @see `docs/react.md`
 */
export async function lastCode(to: string, options: LastCodeOptions = {}): Promise<string> {
  const { host = 'http://127.0.0.1:8080', after, timeout = 10_000 } = options;
  const url = new URL(`/dev/messages.json?to=${encodeURIComponent(to)}`, host);
  const until = Date.now() + timeout;
  for (;;) {
    const answer = await fetch(url);
    if (!answer.ok)
      throw new Error(
        `${url.origin} shows no codes (${answer.status}): a server does so outside production, under its own host alone.`,
      );
    const messages = (await answer.json()) as { code: string }[];
    const code = messages.find(message => message.code !== '')?.code;
    if (code !== undefined && code !== after) return code;
    if (Date.now() >= until) throw new Error(`No code was sent to ${to} within ${timeout} ms.`);
    await new Promise(resolve => setTimeout(resolve, PAUSE));
  }
}
