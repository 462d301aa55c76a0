/** Pages of links in messages: one button or a small form, without scripts. The path bears a secret token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Words } from '../platform/words.ts';
import { escapeHtml } from './escape-html.ts';
import { pageFor, sendPage } from './html.ts';

/** What every such page has of its own. */
interface LinkPageWords {
  readonly title: string;
}

interface TokenRoute {
  Params: { token: string };
}
export type TokenRequest = FastifyRequest<TokenRoute>;

/** A paragraph of text, escaped. @param attributes HTML, with a leading space */
export const paragraph = (text: string, attributes = ''): string => `<p${attributes}>${escapeHtml(text)}</p>`;

/** The page's form of one button, which posts to the page's own address. */
export const buttonForm = (text: string): string =>
  `<form method="post"><button type="submit" class="first">${escapeHtml(text)}</button></form>`;

/**
 * Sends the page in the reader's language and theme. The token is in the path: it is not sent on as a referrer, not indexed and not kept.
 * @param body HTML, already escaped
 */
export const sendLinkPage = <T extends LinkPageWords>(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  words: Words<T>,
  body: (own: T) => string,
  status = 200,
): FastifyReply => {
  void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').code(status);
  const draw = (own: T) => ({ title: own.title, body: body(own), noStore: true });
  return sendPage(
    reply,
    pageFor(request.headers, language => draw(words[language])),
  );
};

/**
 * The page's routes: opening it must change nothing, because mail scanners open links; its form does.
 * @param path with `:token` in it
 * @param bodyLimit bytes of the form's fields; 0: a form of a button alone, which browsers send as an empty body of this type
 */
export const addLinkPage = (
  server: FastifyInstance,
  path: string,
  {
    open,
    submit,
    bodyLimit = 0,
  }: {
    readonly open: (request: TokenRequest, reply: FastifyReply) => Promise<FastifyReply>;
    readonly submit: (
      request: TokenRequest,
      reply: FastifyReply,
      fields: URLSearchParams,
    ) => Promise<FastifyReply>;
    readonly bodyLimit?: number;
  },
): void => {
  server.get<TokenRoute>(path, open);
  void server.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit, parseAs: 'string' },
      (_, body, done) => done(null, body),
    );
    scope.post<TokenRoute>(path, (request, reply) =>
      submit(request, reply, new URLSearchParams(typeof request.body === 'string' ? request.body : '')),
    );
  });
};
