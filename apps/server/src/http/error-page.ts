/** Which requests get a page for people in place of a JSON refusal. */
import { calls } from '@rollcall/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What went wrong, for a page. */
export type ErrorPageName = 'not-found' | 'fault';

/** Sends the page with this status; undefined where there is none, as where the pages are not built. */
export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: { readonly page: ErrorPageName; readonly status: number },
) => FastifyReply | undefined;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the feature that has the pages. */
    errorPage: ErrorPage | undefined;
  }
}

/** The first parts of the paths that programs request: the calls of the contract, and files. */
const forPrograms = new Set([
  ...Object.values(calls).map(({ path }) => path.split('/')[1]),
  'static',
  '.well-known',
  'api',
]);

/** The page that a person is shown for a status; undefined where a program asks, or there is no page for it. */
export const errorPageOf = (
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  status: number,
): ErrorPageName | undefined => {
  // A form of the server's own pages is posted by the browser itself.
  const form =
    method === 'POST' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  if (method !== 'GET' && method !== 'HEAD' && !form) return undefined;
  // Navigation names HTML; fetch and other clients accept anything.
  if (!/\btext\/html\b/i.test(headers.accept ?? '')) return undefined;
  const path = url.split('?', 1)[0] ?? '';
  if (forPrograms.has(path.split('/')[1] ?? '') || path.startsWith('/console/v1/')) return undefined;
  // A malformed address (400) leads nowhere either.
  if (status === 404 || status === 400) return 'not-found';
  return status >= 500 ? 'fault' : undefined;
};
