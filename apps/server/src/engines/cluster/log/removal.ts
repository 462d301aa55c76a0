/** How messages of one subject are removed from the stream: by one purge, or each by itself. */
import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import type { Offset } from '../../../events/log/event-log.ts';

/** The first version of NATS whose servers repeat a purge of a subject as it was. */
const PURGES = [2, 9, 18] as const;
/** Messages that are removed together. */
const AT_ONCE = 256;

const repeatsPurges = (version: string): boolean => {
  const parts = version.split('.').map(part => Number.parseInt(part, 10));
  const differs = PURGES.findIndex((part, n) => parts[n] !== part);
  return differs < 0 || (parts[differs] ?? 0) > (PURGES[differs] ?? 0);
};

/**
 * Whether a purge of one subject removes nothing else, as far as the servers are known. A server before 2.9.18 that is started again repeats
 * one of a replicated stream as a purge of all that the stream had then, and what the other subjects had is lost with the next server that ends.
 * @param versions of the servers, such as 2.9.10: of all that this process was connected to, as they share the stream and take it over
 */
export const purgesOneSubject = (versions: ReadonlySet<string>, replicas: number): boolean =>
  replicas === 1 || [...versions].every(repeatsPurges);

/**
 * Removes messages one by one; others may remove the same ones meanwhile, as an erasure does.
 * @param known sequences of some of them in ascending order, which need not be looked up. The last one goes last: who reads the range after a
 * removal that was cut off would wait for it.
 * @param next looks up the first one that is left, if any
 * @throws JetStreamApiError where one can't be removed and is still there
 */
export const removeEach = async (
  jsm: JetStreamManager,
  stream: string,
  known: readonly Offset[],
  next: () => Promise<Offset | undefined>,
): Promise<void> => {
  /** @returns why the servers did not remove it: it may be gone already */
  const refusal = (sequence: Offset): Promise<JetStreamApiError | undefined> =>
    jsm.streams.deleteMessage(stream, sequence, false).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof JetStreamApiError) return error;
        throw error;
      },
    );
  const atOnce = known.slice(0, -1);
  for (let at = 0; at < atOnce.length; at += AT_ONCE)
    await Promise.all(atOnce.slice(at, at + AT_ONCE).map(refusal));
  let refused: { readonly sequence: Offset; readonly error: JetStreamApiError } | undefined;
  for (let left = await next(); left !== undefined; left = await next()) {
    if (refused?.sequence === left) throw refused.error;
    const error = await refusal(left);
    refused = error && { sequence: left, error };
  }
};
