/** Short-lived links to an export's file. They are signed, so no row is needed for them; who has the link may download. */
import { isMacOf, macOf } from '../../../platform/digest.ts';

/** Milliseconds that a link is good. */
export const LINK_KEPT = 10 * 60_000;
export const DOWNLOAD_PATH = '/usage/v1/data/download';

export interface DownloadLinks {
  /** A link to the export `id`, and when it ends (milliseconds since 1970). */
  make(id: string): { link: string; expires_at: number };
  /** Whether this signature was given out for the export `id`, and `until` is not over. */
  holds(id: string, until: number, signature: string): boolean;
}

/** @param keys the first signs, all are accepted */
export const createDownloadLinks = (
  keys: readonly [Buffer, ...Buffer[]],
  now: () => number,
): DownloadLinks => {
  const textOf = (id: string, until: number) => `${id} ${until}`;
  return {
    make: id => {
      const until = now() + LINK_KEPT;
      const query = new URLSearchParams({
        id,
        until: String(until),
        signature: macOf(keys[0], textOf(id, until)).toString('base64url'),
      });
      return { link: `${DOWNLOAD_PATH}?${query.toString()}`, expires_at: until };
    },
    holds: (id, until, signature) =>
      isMacOf(keys, textOf(id, until), Buffer.from(signature, 'base64url')) && until > now(),
  };
};
