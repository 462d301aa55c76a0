/** Gives a request up early where the server does not work on it: a network that is cut, or a router that forgot a connection, says nothing. */
import { StoreUnavailable } from '../../../events/store/errors.ts';

/** Looks without a yes, one after another, after which a request is given up. */
const MISSES = 2;

export interface HealthCheck {
  /** Resolves with whether the server said in time that it works on the request; never rejects. */
  readonly isRunning: () => Promise<boolean>;
  /** Milliseconds that a request is waited for before a look, and between two looks. */
  readonly every: number;
}

/**
 * Waits for a request as long as the server works on it.
 * @param request ends with an error when its signal is aborted
 * @throws StoreUnavailable where it does not, or does not say so: the request may be done, or go on. Else what `request` throws
 */
export const withHealthCheck = async <Answer>(
  { isRunning, every }: HealthCheck,
  request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const givenUp = new AbortController();
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const check = async (): Promise<void> => {
    missed = (await isRunning()) ? 0 : missed + 1;
    if (ended) return;
    if (missed >= MISSES) givenUp.abort();
    else plan();
  };
  const plan = () => {
    timer = setTimeout(() => void check(), every);
  };
  plan();
  try {
    return await request(givenUp.signal);
  } catch (error) {
    if (!givenUp.signal.aborted) throw error;
    throw new StoreUnavailable(
      'ClickHouse does not answer, and does not work on the statement any more, or does not say so.',
      { cause: error },
    );
  } finally {
    ended = true;
    clearTimeout(timer);
  }
};
