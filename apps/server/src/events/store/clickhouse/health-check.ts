/** Gives a request up early where the server no longer answers anything: a network that is cut says nothing. */
import { StoreUnavailable } from '../errors.ts';

/** Checks without an answer, one after another, after which a request is given up. */
const MISSES = 2;

export interface HealthCheck {
  /** Resolves with whether the server answered in time; never rejects. */
  readonly ping: () => Promise<boolean>;
  /** Milliseconds that a request is waited for before a check, and between two checks. */
  readonly every: number;
}

/**
 * Waits for a request as long as the server answers checks, which it does while it works on the request.
 * @param request ends with an error when its signal is aborted
 * @throws StoreUnavailable where checks are not answered: the request may be done, or go on. Else what `request` throws
 */
export const withHealthCheck = async <Answer>(
  { ping, every }: HealthCheck,
  request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const unanswered = new AbortController();
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const check = async (): Promise<void> => {
    missed = (await ping()) ? 0 : missed + 1;
    if (ended) return;
    if (missed >= MISSES) unanswered.abort();
    else plan();
  };
  const plan = () => {
    timer = setTimeout(() => void check(), every);
  };
  plan();
  try {
    return await request(unanswered.signal);
  } catch (error) {
    if (!unanswered.signal.aborted) throw error;
    throw new StoreUnavailable(`ClickHouse answers nothing any more: ${missed} checks in a row.`, {
      cause: error,
    });
  } finally {
    ended = true;
    clearTimeout(timer);
  }
};
