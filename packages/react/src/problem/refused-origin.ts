/**
 * Tells an origin that may not call from a failed network, which browsers report alike. Every origin can read `/healthz`, but
 * only one of `ROLLCALL_ORIGINS` with credentials.
 */
import type { Auth } from '@rollcall/account';
import { baseHost } from '@rollcall/contract';

/** Milliseconds after which the server counts as not reached. */
const TIMEOUT = 3_000;
let isReported = false;

/** Whether the server answers, but not to pages of this origin. Logs to the browser's console once what to set. */
export const isOriginRefused = async ({ params }: Pick<Auth, 'params'>): Promise<boolean> => {
  const server = new URL(`${baseHost(params)}/healthz`, location.href);
  if (server.origin === location.origin) return false;
  const reads = (credentials: RequestCredentials): Promise<boolean> => {
    // AbortSignal.timeout is missing in the oldest supported browsers
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT);
    return fetch(server, { credentials, cache: 'no-store', signal: controller.signal })
      .then(
        answer => answer.ok,
        () => false,
      )
      .finally(() => clearTimeout(timer));
  };
  if (!(await reads('omit')) || (await reads('include'))) return false;
  if (!isReported)
    console.error(
      `${server.origin} refuses calls of pages on ${location.origin}: add this origin to ROLLCALL_ORIGINS of the server.`,
    );
  isReported = true;
  return true;
};
