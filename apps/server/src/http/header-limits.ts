/**
 * Headers that are too large. Cookies of other sites of the school's domain come along with every request: a person whose browser has too
 * many of them is told so by a page, not by JSON.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { headers } from '@rollcall/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Words } from '../platform/words.ts';
import { refusalAnswer } from './answers.ts';
import { newPageNonce, pageFor, pageText, type PlainPage, sendPage } from './html.ts';
import { acceptedLanguage, type Language } from './language.ts';
import { contentSecurityPolicy } from './security.ts';
import type { Site } from './site-foot.ts';

/** Bytes of all headers that are read; more are answered on the socket. */
export const HEADER_LIMIT = 64 * 1024;
/** Bytes of cookies that a navigation may have. */
const COOKIE_LIMIT = 16 * 1024;

/** Request Header Fields Too Large. */
const STATUS = 431;

const words: Words<{ readonly title: string; readonly body: readonly string[] }> = {
  'zh-CN': {
    title: 'Cookie 太多，网页打不开',
    body: [
      '浏览器随这次访问发来的 Cookie 超过了 16 KB，其中大多来自同一域名下的其他网站。',
      '请点地址栏左侧的图标，打开“Cookie 和网站数据”，删除这里列出的 Cookie，再刷新网页。删除后需要重新登录。',
    ],
  },
  en: {
    title: 'Too many cookies to open this page',
    body: [
      'The browser sent more than 16 KB of cookies with this request, most of them of other sites of the same domain.',
      'Choose the icon to the left of the address, open “Cookies and site data”, delete the cookies listed there, and reload the page. You will have to sign in again.',
    ],
  },
};

const pageOf = (language: Language): Pick<PlainPage, 'title' | 'language' | 'body'> => ({
  title: words[language].title,
  language,
  body: words[language].body.map(line => `<p>${line}</p>`).join('\n'),
});

/** Whether a browser asks for a page: it names HTML, where fetch and other clients accept anything. */
const isNavigation = ({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/i.test(accept ?? '');

/** Answers navigations with too many cookies by a page. */
export const addCookieLimit = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (request, reply): Promise<FastifyReply | undefined> => {
    const { cookie = '' } = request.headers;
    if (Buffer.byteLength(cookie) <= COOKIE_LIMIT || !isNavigation(request)) return undefined;
    const draw = (language: Language) => ({ ...pageOf(language), noStore: true });
    return sendPage(reply.code(STATUS), pageFor(request.headers, draw));
  });
};

/**
 * The value of a header in the first packet of a request; undefined where it is not there. The packet is what the parser had when it gave
 * up.
 */
const valueIn = (packet: string, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}:[ \\t]*([^\\r\\n]*)`, 'i').exec(packet)?.[1];

/** Answers headers that are larger than what is read, on the socket; fastify has no request for them. */
export const answerLargeHeaders = (
  socket: Socket,
  packet: Buffer | undefined,
  site: Site | undefined,
): void => {
  const text = packet?.toString('latin1') ?? '';
  const isBeginning = /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(text);
  // A later packet does not say who asks: then a person might.
  const html = !isBeginning || /\btext\/html\b/i.test(valueIn(text, 'accept') ?? '');
  if (!html) return endSocket(socket, refusalAnswer('TooLarge'));
  const nonce = newPageNonce();
  const page = { ...pageOf(acceptedLanguage(valueIn(text, 'accept-language'))), theme: '' } as const;
  endSocket(socket, {
    status: STATUS,
    body: pageText(page, site, nonce),
    headers: { 'content-security-policy': contentSecurityPolicy(nonce), 'cache-control': 'no-store' },
  });
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  413: 'Content Too Large',
  [STATUS]: 'Request Header Fields Too Large',
};

/** Writes an answer for which there is no response object, and closes the connection. @param answer a text is HTML, anything else JSON */
export const endSocket = (
  socket: Socket,
  answer: {
    readonly status: number;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
  },
): void => {
  const isPage = typeof answer.body === 'string';
  const text = isPage ? answer.body : JSON.stringify(answer.body);
  const fields = {
    'Content-Type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    [headers.requestId]: randomUUID(),
    ...answer.headers,
    Connection: 'close',
  };
  socket.end(
    [
      `HTTP/1.1 ${answer.status} ${REASONS[answer.status] ?? ''}`,
      ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
      '',
      text,
    ].join('\r\n'),
  );
};
